import type { AuditLine } from '../../db/system/insert-audit.ts'
import { auditRow } from '../kernel/door/audit.ts'
import { makeOneTimeLink } from '../kernel/credentials/one-time-link.ts'
import { pluralize } from '../lib/text/pluralize.ts'
import { iso } from '../lib/time/clock.ts'
import type { Services } from '../server/services.ts'
import { postLines } from '../server/setup-link.ts'
import { chooseOrganization } from './choose-organization.ts'
import { CliError } from './cli-error.ts'
import type { CommandInput, RunCommand } from './command.ts'
import { serverUrl } from './server-url.ts'
import { readEmail } from './read-email.ts'
import { readPassword } from './read-password.ts'
import { withServices } from './with-services.ts'

interface User {
  id: string
  email: string
  password_hash: string
}

/**
 * Sets a new password for a person and ends their sessions, or prints a link by which they do so themselves. The audit
 * log of each organization of the person gets an entry.
 */
export const resetPasswordCommand: RunCommand = (input) => {
  const email = readEmail(input)
  const isByLink = input.flags.has('link')
  if (isByLink && input.flags.has('password-stdin')) {
    throw new CliError('--link takes no password: the person sets one')
  }
  return withServices(
    async (services) => {
      const user = await chooseAccount(services.database, email, input.options['org'])
      return isByLink ? printLink(services, user) : setPassword(services, user, input)
    },
    { url: serverUrl },
  )
}

/**
 * Finds the account of an address: the proven one or the only one, or the one in `org` where several organizations have
 * one each.
 */
async function chooseAccount(
  { accounts, file }: Services['database'],
  email: string,
  org?: string,
) {
  const known = await accounts.accountsOf(email)
  const [first, second] = known
  if (!first) throw new CliError(`Nobody has an account with ${email} in ${file}`)
  const of = org === undefined ? undefined : await chooseOrganization({ accounts, file }, org)
  for (const account of of ? known : []) {
    const memberships = await accounts.memberships(account.id)
    if (memberships.some(({ id }) => id === of?.id)) return account
  }
  if (of) throw new CliError(`${email} has no account in ${of.name}`)
  if (first.unproven_org_id === null || !second) return first
  const ids = known.flatMap(({ unproven_org_id: id }) => (id === null ? [] : [id]))
  throw new CliError(
    `${email} has an account in each of several organizations; say which with --org ID: ${ids.join(', ')}`,
  )
}

async function setPassword({ context, database }: Services, user: User, input: CommandInput) {
  const { accounts } = database
  const { password, isGenerated } = await readPassword(input)
  const at = context.now()
  const lines = await auditLines(database, user, { action: 'owner.reset_password', at })
  const password_hash = await context.passwords.hash(password, user.password_hash)
  const ended = await accounts.resetPassword({ id: user.id, password_hash }, lines, at)
  return {
    data: {
      userId: user.id,
      email: user.email,
      sessionsEnded: ended,
      ...(isGenerated && { password }),
    },
    text: [
      `${user.email} has a new password; ${pluralize(ended, 'session')} ended.`,
      ...(isGenerated ? [`Password (shown this once): ${password}`] : []),
    ].join('\n'),
  }
}

async function printLink({ context, database }: Services, user: User) {
  const { id, email } = user
  const { publicUrl } = context
  const at = context.now()
  const { row, token, url } = makeOneTimeLink(publicUrl, { purpose: 'reset', subject: id, now: at })
  const action = { action: 'password.link', at } as const
  await database.people.addLink(row, await auditLines(database, user, action))
  const expiresAt = iso(row.expires_at)
  return {
    data: { userId: id, email, url, expiresAt },
    text: [
      `By this link ${email} sets a new password; it works once, for an hour:`,
      `  ${url}`,
      ...postLines(publicUrl, '/auth/password/reset', { token, password: 'PASSWORD' }),
    ].join('\n'),
  }
}

/** Makes one line for each organization of the person. */
async function auditLines(
  { accounts }: Services['database'],
  { id }: User,
  { action, at }: { action: 'owner.reset_password' | 'password.link'; at: number },
): Promise<AuditLine[]> {
  const memberships = await accounts.memberships(id)
  return memberships.map((organization) => ({
    org_id: organization.id,
    ...auditRow({
      action,
      target: { type: 'user', id },
      actor: { type: 'system', id: 'cli' },
      requestId: null,
      at,
    }),
  }))
}
