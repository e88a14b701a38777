import * as z from 'zod'
import { getKey } from '../features/keys/get-key.ts'
import { ApiKey } from '../features/keys/key.ts'
import { listKeys } from '../features/keys/list-keys.ts'
import { revokeKey } from '../features/keys/revoke-key.ts'
import { rotateKey } from '../features/keys/rotate-key.ts'
import { isoOrNull } from '../lib/time/clock.ts'
import { allItems } from './all-items.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM, type RunCommand } from './command.ts'
import { withOperator } from './operator.ts'
import { showableLine } from './showable-text.ts'
import { formatTime, listTable } from './text-table.ts'

/** Lists API keys and grants of an organization, newest first; keys and tokens themselves are not stored. */
export const listKeysCommand: RunCommand = ({ options }) =>
  withOperator(options, async (operator) => {
    const keys = await allItems(operator, listKeys, ApiKey)
    const none = `There is no key; make one with: ${PROGRAM} key create`
    const text = listTable(keys, none, {
      id: ({ id }) => id,
      kind: ({ kind }) => kind,
      key: ({ masked }) => masked,
      name: ({ name }) => name,
      client: ({ client }) => (client ? `${client.name ?? 'unnamed'} (${client.host})` : '-'),
      state: ({ rotatedAt, status }) => (rotatedAt === null ? status : `${status}, replaced`),
      'created (UTC)': ({ createdAt }) => formatTime(createdAt),
      'last used (UTC)': ({ lastUsedAt }) => formatTime(lastUsedAt),
      'ends (UTC)': ({ expiresAt }) => formatTime(expiresAt),
      sites: ({ siteIds }) => (siteIds === null ? 'all' : String(siteIds.length)),
      scopes: ({ scopes }) => scopes.join(' '),
    })
    return { data: { keys }, text }
  })

const Rotated = z.object({ id: z.string(), key: z.string(), scopes: z.array(z.string()) })
const Old = z.object({ expiresAt: z.string() })

/** Replaces an API key by a new one, as the API does. */
export const rotateKeyCommand: RunCommand = ({ options, positionals: [id = ''] }) => {
  const overlapHours = readHours(options['overlap-hours'])
  return withOperator(options, async (operator) => {
    const input = { id, ...(overlapHours !== undefined && { overlapHours }) }
    const made = Rotated.parse(await operator.call(rotateKey, input))
    const { expiresAt } = Old.parse(await operator.call(getKey, { id }))
    return {
      data: { ...made, rotatedFrom: id, oldKeyExpiresAt: expiresAt },
      text: `${made.key}\nShown this once. It has the rights of ${id}, which stops working at ${formatTime(expiresAt)} UTC.`,
    }
  })
}

function readHours(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,3}$/.test(text)) throw new CliError('--overlap-hours is a number from 0 to 168')
  return Number(text)
}

/** Revokes a key, or ends a grant, as the API does; what is already revoked stays as it is. */
export const revokeKeyCommand: RunCommand = ({ options, positionals: [id = ''] }) =>
  withOperator(options, async (operator, { database }) => {
    const { organization, db } = operator
    const find = () =>
      db.keys
        .query()
        .select(['masked', 'kind', 'client_host', 'revoked_at'])
        .where('id', '=', id)
        .executeTakeFirst()
    const before = await find()
    if (!before) {
      throw new CliError(
        `${organization.name} has no key ${id} in ${database.file}; ${PROGRAM} key list has their ids`,
      )
    }
    await operator.call(revokeKey, { id })
    const revokedAt = isoOrNull((await find())?.revoked_at ?? null)
    const wasRevoked = before.revoked_at !== null
    const { kind, client_host: host, masked } = before
    const shown = kind === 'oauth' ? `a grant to ${showableLine(host ?? 'an assistant')}` : masked
    return {
      data: { id, revokedAt, wasRevoked },
      text: wasRevoked
        ? `${id} (${shown}) was revoked already, at ${formatTime(revokedAt)} UTC.`
        : `Revoked ${id} (${shown}). It stopped working at once.`,
    }
  })
