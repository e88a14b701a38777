import { auditRow } from '../kernel/audit.ts'
import { pluralize } from '../lib/text/pluralize.ts'
import { CliError } from './cli-error.ts'
import type { CommandInput, CommandResult } from './command.ts'
import { readEmail } from './read-email.ts'
import { readPassword } from './read-password.ts'
import { withServices } from './with-services.ts'

/** Sets a new password for a person and ends their sessions; every organization of theirs gets an audit entry. */
export function resetPasswordCommand(input: CommandInput): Promise<CommandResult> {
  const email = readEmail(input)
  return withServices(async ({ context, database: { accounts, file } }) => {
    const user = await accounts.findUser(email)
    if (!user) throw new CliError(`Nobody has an account with ${email} in ${file}`)
    const { password, isGenerated } = await readPassword(input)
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
    const ended = await accounts.resetPassword({ id: user.id, password_hash }, entries, at)
    return {
      data: { userId: user.id, email, sessionsEnded: ended, ...(isGenerated && { password }) },
      text: [
        `${email} has a new password; ${pluralize(ended, 'session')} ended.`,
        ...(isGenerated ? [`Password (shown this once): ${password}`] : []),
      ].join('\n'),
    }
  })
}
