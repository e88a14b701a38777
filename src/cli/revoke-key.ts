import { isoOrNull } from '../lib/time/clock.ts'
import { revokeKey } from '../features/keys/revoke-key.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM, type CommandInput, type CommandResult } from './command.ts'
import { operatorOf } from './operator.ts'
import { formatTime } from './text-table.ts'
import { withServices } from './with-services.ts'

/** Revokes a key as the API does; a key that is already revoked stays as it is. */
export function revokeKeyCommand({
  options,
  positionals: [id = ''],
}: CommandInput): Promise<CommandResult> {
  return withServices(async (services) => {
    const { database } = services
    const operator = await operatorOf(services, options['org'])
    const find = () =>
      operator.db.keys
        .query()
        .select(['masked', 'revoked_at'])
        .where('id', '=', id)
        .executeTakeFirst()
    const before = await find()
    if (!before) {
      throw new CliError(
        `${operator.organization.name} has no key ${id} in ${database.file}; ${PROGRAM} key list has their ids`,
      )
    }
    await operator.call(revokeKey, { id })
    const revokedAt = isoOrNull((await find())?.revoked_at ?? null)
    const wasRevoked = before.revoked_at !== null
    return {
      data: { id, revokedAt, wasRevoked },
      text: wasRevoked
        ? `${id} (${before.masked}) was revoked already, at ${formatTime(revokedAt)} UTC.`
        : `Revoked ${id} (${before.masked}). It stopped working at once.`,
    }
  })
}
