import { setImmediate as turn } from 'node:timers/promises'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { AppContext } from '../door/app-context.ts'
import { audit } from '../door/audit.ts'
import { nothingEnded, tellOf, type EndedRights } from './ended-rights.ts'
import { roleOf, type Actor, type Role } from '../door/principal.ts'
import { refuseConnecting } from './may-connect.ts'
import { mayKeepInvitation, mayKeepWebhooks, narrowGrant } from './rights-of-role.ts'

/** The actor who ends rights, and the request by which they end. */
export interface Ending {
  app: Pick<AppContext, 'now'>
  actor: Actor
  requestId: string | null
}

interface Loss {
  /** The action of the audit log that is the cause, or the upgrade from a version that did not end rights. */
  because: 'member.update' | 'member.remove' | 'account.prove' | 'upgrade'
  /** The role that the person has from now on; without a role, nothing that they made remains. */
  role?: Role | undefined
}

/**
 * The number of rows after which other work gets a turn: a plan without limits lets a person make thousands of rows.
 */
const STEP = 50

/**
 * Limits what a person made in an organization to their role: narrows or ends their keys and grants, pauses their
 * webhooks and takes back their invitations. Sessions are not touched. Call it within the transaction in which the
 * role changes; each effect is audited. A role that is higher than the one before changes nothing.
 */
export async function endRightsOf(
  ending: Ending,
  trx: TenantDb,
  userId: string,
  loss: Loss,
): Promise<EndedRights> {
  const ended = nothingEnded()
  const made = { ending, trx, userId, loss, ended }
  await narrowKeys(made)
  await pauseWebhooks(made)
  await withdrawInvitations(made)
  return ended
}

interface Made {
  ending: Ending
  trx: TenantDb
  userId: string
  loss: Loss
  /** The record to which each effect is added. */
  ended: EndedRights
}

/**
 * Takes from the person's keys and grants each scope that their role no longer reaches, and revokes those that have none
 * left: the person was shown the keys and may have kept them, and the assistants that hold grants work for this person.
 */
async function narrowKeys({ ending, trx, userId, loss, ended }: Made): Promise<void> {
  const { because, role } = loss
  const at = ending.app.now()
  const live = await trx.keys
    .query()
    .select(['id', 'kind', 'name', 'masked', 'scopes', 'client_name', 'client_host'])
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  const rules = await trx
    .organization()
    .select(['assistants_who', 'assistants_hosts'])
    .executeTakeFirstOrThrow()
  for (const [i, { scopes: column, kind, client_name, client_host, ...key }] of live.entries()) {
    if (i % STEP === STEP - 1) await turn()
    const isGrant = kind === 'oauth'
    // @NOTE the column is written by us alone, as JSON of a checked list.
    const before = JSON.parse(column) as string[]
    const mayStay = !isGrant || refuseConnecting(rules, { role, host: client_host }) === undefined
    const scopes = mayStay ? narrowGrant(before, role) : []
    if (scopes === before) continue
    const isOver = scopes.length === 0
    const left = { scopes: JSON.stringify(scopes), narrowed_at: at }
    await (isOver ? trx.keys.revoke(key.id, at) : trx.keys.update(key.id).set(left).execute())
    await note(ending, trx, {
      action: isOver ? 'key.revoke' : 'key.narrow',
      target: { type: 'key', id: key.id },
      detail: isOver ? { because } : { because, before: { scopes: before }, after: { scopes } },
    })
    ended[isOver ? 'keysRevoked' : 'keysNarrowed'] += 1
    const client = isGrant ? { name: client_name, host: client_host } : null
    tellOf(ended.keys, { ...key, client, scopes: [...scopes] })
  }
}

/**
 * Pauses the person's webhooks where their role may not have any, since the receiver may be the person's own. Waiting
 * deliveries are kept, as with any pause.
 */
async function pauseWebhooks({ ending, trx, userId, loss, ended }: Made): Promise<void> {
  const { because, role } = loss
  if (mayKeepWebhooks(role)) return
  const at = ending.app.now()
  const reason =
    role === undefined
      ? 'Who vouched for its receiver is no member any more; an admin can resume it'
      : `Who vouched for its receiver has the role ${role} now; an admin can resume it`
  const vouchedFor = await trx.webhooks
    .query()
    .select(['id', 'description', 'version', 'is_paused'])
    .where('vouched_by', '=', userId)
    .where('paused_reason', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  for (const [i, { version, is_paused, ...webhook }] of vouchedFor.entries()) {
    if (i % STEP === STEP - 1) await turn()
    await trx.webhooks
      .update(webhook.id)
      .set({ is_paused: 1, paused_reason: reason, version: version + 1, updated_at: at })
      .execute()
    await note(ending, trx, {
      action: 'webhook.pause',
      target: { type: 'webhook', id: webhook.id },
      detail: {
        because,
        before: { paused: is_paused === 1 },
        after: { paused: true, pausedReason: reason },
      },
    })
    ended.webhooksPaused += 1
    tellOf(ended.webhooks, webhook)
  }
}

/**
 * Deletes the person's open invitations to roles that they no longer reach: they know the links, which would let them
 * in again under another address.
 */
async function withdrawInvitations({ ending, trx, userId, loss, ended }: Made): Promise<void> {
  const { because, role } = loss
  const sent = await trx.invitations
    .pending(ending.app.now())
    .select(['id', 'email', 'role'])
    .where('invited_by', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  for (const [i, { id, email, role: invitedAs }] of sent.entries()) {
    if (i % STEP === STEP - 1) await turn()
    if (mayKeepInvitation(role, roleOf(invitedAs))) continue
    await trx.invitations.delete(id)
    await note(ending, trx, {
      action: 'invitation.delete',
      target: { type: 'invitation', id },
      detail: { because, email },
    })
    ended.invitationsWithdrawn += 1
    tellOf(ended.invitations, { id, email, role: roleOf(invitedAs) })
  }
}

const note = (
  { app, actor, requestId }: Ending,
  trx: TenantDb,
  event: Pick<Parameters<typeof audit>[1], 'action' | 'target' | 'detail'>,
): Promise<void> => audit(trx, { ...event, actor, requestId, at: app.now() })
