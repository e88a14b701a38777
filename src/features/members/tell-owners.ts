import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { mailWords } from '../../domain/mail-words.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import type { EndedRights } from '../../kernel/rights/ended-rights.ts'
import type { Role } from '../../kernel/door/principal.ts'
import { pluralize } from '../../lib/text/pluralize.ts'

interface Change {
  email: string
  before: Role
  /** The new role of the person; undefined where they are no longer a member. */
  after: Role | undefined
  ended: EndedRights
}

/**
 * Mails the owners which rights have ended with the role of a person, where any have: owners know which programs used
 * them. Call it after the commit; without a mail server only the answer and the audit log say it.
 */
export async function tellOwners(
  { mailer, publicUrl }: Pick<AppContext, 'mailer' | 'publicUrl'>,
  db: TenantDb,
  change: Change,
): Promise<void> {
  const lines = linesOf(change.ended)
  if (!mailer || lines.length === 0) return
  const owners = await db.members.described().where('member.role', '=', 'owner').execute()
  const organization = await db.organization().select('name').executeTakeFirstOrThrow()
  const name = mailWords(organization.name)
  const what = change.after
    ? `${change.email} was ${change.before} and is ${change.after} now`
    : `${change.email}, who was ${change.before}, is no member any more`
  const text = [
    `${what}, in the organization ${name} on ${publicUrl}. What they made may do no more than they may:`,
    lines.join('\n'),
    'The audit log has each of them. If you did not expect this, look there who did it.',
  ].join('\n\n')
  // These mails do not share the places of invitations in the queue, so that an admin who invites many people cannot
  // keep mail from the owners.
  const place = { orgId: `${db.orgId} owners` }
  for (const { email } of owners) {
    mailer.send({ ...place, to: email, subject: `What ended with a role in ${name}`, text })
  }
}

/**
 * Lists the ended rights, one line each. A mail names keys by the first and last characters of their tokens, and grants
 * and webhooks by their ids, since the person who lost the rights wrote their names.
 */
function linesOf({ keys, webhooks, ...ended }: EndedRights): string[] {
  const narrowed = keys.filter(({ scopes }) => scopes.length > 0)
  const revoked = keys.filter(({ scopes }) => scopes.length === 0)
  const paused = webhooks.map(({ id }) => id)
  return [
    ...list(ended.keysRevoked, 'key', 'revoked', maskedOf(revoked)),
    ...list(ended.keysNarrowed, 'key', 'cut to what the role may do', maskedOf(narrowed)),
    ...list(
      ended.webhooksPaused,
      'webhook',
      'paused; an admin can resume each, and what it would send waits for 7 days',
      paused,
    ),
    ...list(ended.invitationsWithdrawn, 'invitation', 'withdrawn', []),
  ]
}

const maskedOf = (keys: EndedRights['keys']): string[] =>
  keys.map(({ id, masked, client }) => (client ? `${id} (of an assistant)` : masked))

const list = (n: number, what: string, how: string, some: readonly string[]): string[] =>
  n === 0 ? [] : [`- ${pluralize(n, what)} ${how}${some.length > 0 ? `: ${some.join(', ')}` : ''}`]
