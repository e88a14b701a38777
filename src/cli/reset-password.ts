import { auditRow } from '../kernel/audit.ts'
import { counted } from '../lib/text/counted.ts'
import { CliError } from './cli-error.ts'
import type { Input, Result } from './command.ts'
import { readEmail } from './read-email.ts'
import { readPassword } from './read-password.ts'
import { withServices } from './with-services.ts'

/** Gives a person a new password and ends their sessions; each organization that they are in has it in its audit log. */
export function resetPassword(input: Input): Promise<Result> {
  const email = readEmail(input)
  return withServices(async ({ context, database: { accounts, file } }) => {
    const user = await accounts.findUser(email)
    if (!user) throw new CliError(`Nobody has an account with ${email} in ${file}`)
    const { password, isMadeUp } = await readPassword(input)
    const at = context.now()
    const memberships = await accounts.memberships(user.id)
    const entries = memberships.map(({ id }) => ({
      org_id: id,
      ...auditRow({
        action: 'owner.reset_password',
        target: { type: 'user', id: user.id },
        actor: { type: 'system', id: 'cli' },
        requestId: null,
        at,
      }),
    }))
    const password_hash = await context.passwords.hash(password)
    const ended = await accounts.resetPassword({ id: user.id, password_hash }, entries)
    return {
      data: { userId: user.id, email, sessionsEnded: ended, ...(isMadeUp && { password }) },
      text: [
        `${email} has a new password; ${counted(ended, 'session')} ended.`,
        ...(isMadeUp ? [`Password (shown this once): ${password}`] : []),
      ].join('\n'),
    }
  })
}
