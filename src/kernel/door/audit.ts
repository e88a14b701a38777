import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { newId } from '../../domain/ids.ts'
import type { Actor } from './principal.ts'

interface AuditEvent {
  action:
    | 'stream.end'
    | 'key.create'
    | 'key.revoke'
    | 'key.narrow'
    | 'key.rotate'
    | 'key.update'
    | 'session.create'
    | 'session.switch'
    | 'session.refuse'
    | 'session.end'
    | 'owner.create'
    | 'account.prove'
    | 'password.change'
    | 'password.link'
    | 'password.reset'
    | 'owner.reset_password'
    | 'site.create'
    | 'site.update'
    | 'site.update_policy'
    | 'site.delete'
    | 'question.delete'
    | 'question.delete_all'
    | 'topic.update'
    | 'topic.merge'
    | 'scan.start'
    | 'scan.cancel'
    | 'scan.skip'
    | 'site.score'
    | 'rule.create'
    | 'rule.update'
    | 'rule.delete'
    | 'rule.reorder'
    | 'prompt.update'
    | 'prompt.regenerate'
    | 'prompt.import'
    | 'org.update'
    | 'org.update_branding'
    | 'org.change_plan'
    | 'billing.checkout'
    | 'billing.refuse'
    | 'billing.ignore'
    | 'credits.adjust'
    | 'member.join'
    | 'member.update'
    | 'member.remove'
    | 'invitation.create'
    | 'invitation.delete'
    | 'domain.create'
    | 'domain.verify'
    | 'domain.delete'
    | 'webhook.create'
    | 'webhook.update'
    | 'webhook.delete'
    | 'webhook.pause'
    | 'webhook.resume'
    | 'webhook.test'
    | 'webhook.replay'
    | 'webhook.recover'
    | 'webhook.rotate_secret'
    | 'webhook.promote_secret'
    | 'webhook.disable'
  target: {
    type:
      | 'key'
      | 'user'
      | 'session'
      | 'site'
      | 'question'
      | 'topic'
      | 'rule'
      | 'page'
      | 'organization'
      | 'member'
      | 'invitation'
      | 'domain'
      | 'webhook'
      | 'payment_event'
    id: string
  }
  actor: Actor
  /** It must not hold secrets. */
  detail?: Readonly<Record<string, unknown>>
  requestId: string | null
  at: number
}

/** Writes one line of the audit log; call it inside the transaction of what it tells. */
export async function audit(db: TenantDb, event: AuditEvent): Promise<void> {
  await db.audit.insert(auditRow(event))
}

/** Makes the line as it is stored, for a transaction that is no organization's. */
export const auditRow = (event: AuditEvent) => ({
  id: newId('aud', event.at),
  actor_type: event.actor.type,
  actor_id: event.actor.id,
  action: event.action,
  target_type: event.target.type,
  target_id: event.target.id,
  detail: JSON.stringify(event.detail ?? {}),
  request_id: event.requestId,
  at: event.at,
})
