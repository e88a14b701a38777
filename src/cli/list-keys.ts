import { ApiKey } from '../features/keys/key.ts'
import { allItems } from './all-items.ts'
import { PROGRAM, type Input, type Result } from './command.ts'
import { operatorOf } from './operator.ts'
import { shownTime, textTable } from './text-table.ts'
import { withServices } from './with-services.ts'

/** API keys of an organization, newest first; what a key itself is, nobody knows any more. */
export function listKeys({ options }: Input): Promise<Result> {
  return withServices(async (services) => {
    const operator = await operatorOf(services, options['org'])
    const keys = await allItems(operator, 'keys.list', ApiKey)
    const rows = keys.map((key) => [
      key.id,
      key.masked,
      key.name,
      key.status,
      shownTime(key.createdAt),
      shownTime(key.lastUsedAt),
      key.scopes.join(' '),
    ])
    const head = ['id', 'key', 'name', 'state', 'created (UTC)', 'last used (UTC)', 'scopes']
    const text =
      keys.length === 0
        ? `There is no key; make one with: ${PROGRAM} key create`
        : textTable(head, rows)
    return { data: { keys }, text }
  })
}
