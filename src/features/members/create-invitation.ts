import * as z from 'zod'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { makeOneTimeLink } from '../../kernel/credentials/one-time-link.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { mailboxOf } from '../../domain/mailbox-of.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import type { Mail } from '../../kernel/ports/mailer.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/time/clock.ts'
import { EmailAddress, countSeats, noSeat } from '../identity/face.ts'
import { PLAN_LIMITS } from '../../kernel/plan/plans.ts'
import { actorOf, roleOf, ROLES, type Role } from '../../kernel/door/principal.ts'
import { Invitation, toInvitation, type MailState } from './invitation.ts'
import { invitationMail } from './invitation-mail.ts'
import { assertReaches, ownRole } from './own-role.ts'

/** The most invitations that one mailbox gets, over all organizations. */
const LIMITS = [
  { most: 3, windowMs: 10 * MINUTE_MS },
  { most: 10, windowMs: DAY_MS },
] as const

/** The most invitations of an organization that can wait for an answer, also where seats have no limit. */
const MAX_PENDING = 1_000

/**
 * POST /org/invitations: invites a person by their email address. The link is in the mail where there is a mail server,
 * and otherwise in this one answer: a person who reads the answer could accept it as the invited person. An address has
 * one invitation: a new one replaces the old, whose link stops working.
 */
export const createInvitation = defineOperation({
  name: 'invitations.create',
  summary:
    'Invite somebody by a link that works once, for seven days; it is mailed, or in the answer where no mail is set up',
  access: { by: 'session', role: 'admin' },
  http: {
    method: 'post',
    path: '/org/invitations',
    status: 201,
    revealsSecret: 'link',
    // The message is sent once the invitation is stored.
    idempotency: 'after',
  },
  input: z.strictObject({
    email: EmailAddress.describe('Who alone can accept'),
    role: z.enum(ROLES),
  }),
  output: Invitation.extend({
    link: z
      .string()
      .nullable()
      .describe(
        'What stands behind # is the token for POST /auth/invitations/accept; null where the link goes by mail',
      ),
    mailed: z
      .boolean()
      .describe('Whether the link is on its way by mail; false where it was dropped, see mail'),
  }),
  async handler(ctx, { email, role }) {
    const { app, db, principal } = ctx
    const now = app.now()
    const id = app.newId('inv')
    const link = makeOneTimeLink(app.publicUrl, {
      purpose: 'invitation',
      subject: id,
      orgId: db.orgId,
      now,
    })
    const { expires_at } = link.row
    const actor = actorOf(principal)
    const isMailed = app.mailer !== undefined
    const mail = isMailed ? 'waiting' : 'off'
    const row = { id, email, role, invited_by: actor.id, created_at: now, expires_at, mail }
    const organization = await db.transaction(async (trx) => {
      await trx.members.lock()
      await assertInvitable(ctx, trx, { email, role })
      await trx.invitations.add(row, link.row)
      await auditCall(ctx, trx, 'invitation.create', id, { email, role })
      return trx.organization().select('name').executeTakeFirstOrThrow()
    })
    const words = { ...row, link: link.url, organization: organization.name }
    const state = await mailInvitation(app, { id, orgId: db.orgId }, invitationMail(words, app))
    return {
      ...toInvitation({ ...row, mail: state }, now),
      link: isMailed ? null : link.url,
      mailed: state === 'waiting',
    }
  },
})

/**
 * Throws the reason where a person cannot be invited; otherwise makes room for the invitation, by deleting an earlier
 * one to the same address and those that have expired.
 */
async function assertInvitable(
  { app, principal }: OrgContext,
  trx: TenantDb,
  { email, role }: { email: string; role: Role },
): Promise<void> {
  const now = app.now()
  const own = await ownRole(trx, principal)
  const before = await trx.invitations
    .pending(now)
    .select(['id', 'role'])
    .where('email', '=', email)
    .executeTakeFirst()
  assertReaches(own, role, ...(before ? [roleOf(before.role)] : []))
  const member = await trx.members
    .described()
    .where('user_account.email', '=', email)
    .executeTakeFirst()
  if (member) throw new ServiceError('CONFLICT', 'This person is a member already')
  await trx.invitations.deleteExpired(now).execute()
  if (before) await trx.invitations.delete(before.id)
  const { plan } = principal
  if ((await countSeats(trx, now)) >= PLAN_LIMITS[plan].maxSeats) throw noSeat(plan)
  if ((await trx.invitations.countPending(now)) >= MAX_PENDING) {
    throw new ServiceError('LIMIT_REACHED', `At most ${MAX_PENDING} invitations wait at a time`)
  }
}

/**
 * Mails an invitation that is stored; stores and returns the state of the mail. The link is in the message alone, so an
 * invitation whose mail was dropped cannot be accepted, and its state says so.
 */
async function mailInvitation(
  app: AppContext,
  { id, orgId }: { id: string; orgId: string },
  message: Pick<Mail, 'to' | 'subject' | 'text'>,
): Promise<MailState> {
  const { mailer } = app
  if (!mailer) return 'off'
  const { invitations } = app.tenant(orgId)
  const settled = (isSent: boolean) => invitations.setMail(id, isSent ? 'sent' : 'failed')
  const dropped = async (state: 'queue_full' | 'limit_reached') => {
    await invitations.setMail(id, state)
    return state
  }
  // A message that finds no place in the queue does not count against the limit.
  if (!mailer.hasRoom(orgId)) return dropped('queue_full')
  const mailbox = app.accountName(`mailbox ${mailboxOf(message.to)}`)
  const permit = { kind: 'invitation', mailbox, at: app.now() } as const
  if (!(await app.system.mailPermits.take(permit, LIMITS))) return dropped('limit_reached')
  return mailer.send({ ...message, orgId, settled }) ? 'waiting' : dropped('queue_full')
}
