import { ApiKey } from '../features/keys/key.ts'
import { listKeys } from '../features/keys/list-keys.ts'
import { allItems } from './all-items.ts'
import { PROGRAM, type CommandInput, type CommandResult } from './command.ts'
import { operatorOf } from './operator.ts'
import { formatTime, textTable } from './text-table.ts'
import { withServices } from './with-services.ts'

/** Lists API keys of an organization, newest first; the keys themselves are not stored. */
export function listKeysCommand({ options }: CommandInput): Promise<CommandResult> {
  return withServices(async (services) => {
    const operator = await operatorOf(services, options['org'])
    const keys = await allItems(operator, listKeys, ApiKey)
    const rows = keys.map((key) => [
      key.id,
      key.masked,
      key.name,
      key.rotatedAt === null ? key.status : `${key.status}, replaced`,
      formatTime(key.createdAt),
      formatTime(key.lastUsedAt),
      formatTime(key.expiresAt),
      key.siteIds === null ? 'all' : String(key.siteIds.length),
      key.scopes.join(' '),
    ])
    const head = [
      'id',
      'key',
      'name',
      'state',
      'created (UTC)',
      'last used (UTC)',
      'ends (UTC)',
      'sites',
      'scopes',
    ]
    const text =
      keys.length === 0
        ? `There is no key; make one with: ${PROGRAM} key create`
        : textTable(head, rows)
    return { data: { keys }, text }
  })
}
