import { ApiKey } from '../features/keys/key.ts'
import { listKeys } from '../features/keys/list-keys.ts'
import { allItems } from './all-items.ts'
import { PROGRAM, type RunCommand } from './command.ts'
import { operatorOf } from './operator.ts'
import { formatTime, listTable } from './text-table.ts'
import { withServices } from './with-services.ts'

/** Lists API keys of an organization, newest first; the keys themselves are not stored. */
export const listKeysCommand: RunCommand = ({ options }) =>
  withServices(async (services) => {
    const operator = await operatorOf(services, options['org'])
    const keys = await allItems(operator, listKeys, ApiKey)
    const none = `There is no key; make one with: ${PROGRAM} key create`
    const text = listTable(keys, none, {
      id: ({ id }) => id,
      key: ({ masked }) => masked,
      name: ({ name }) => name,
      state: ({ rotatedAt, status }) => (rotatedAt === null ? status : `${status}, replaced`),
      'created (UTC)': ({ createdAt }) => formatTime(createdAt),
      'last used (UTC)': ({ lastUsedAt }) => formatTime(lastUsedAt),
      'ends (UTC)': ({ expiresAt }) => formatTime(expiresAt),
      sites: ({ siteIds }) => (siteIds === null ? 'all' : String(siteIds.length)),
      scopes: ({ scopes }) => scopes.join(' '),
    })
    return { data: { keys }, text }
  })
