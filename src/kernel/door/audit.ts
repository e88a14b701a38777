import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { newId } from '../../domain/ids.ts'
import type { OrgContext } from './operation.ts'
import { actorOf, type Actor } from './principal.ts'

/** The type of the target of each action. */
const TARGETS = {
  'key.create': 'key',
  'key.revoke': 'key',
  'key.narrow': 'key',
  'key.rotate': 'key',
  'key.update': 'key',
  'session.create': 'session',
  'session.switch': 'session',
  'session.refuse': 'user',
  'session.end': 'session',
  'owner.create': 'user',
  'account.prove': 'user',
  'password.change': 'user',
  'password.link': 'user',
  'password.reset': 'user',
  'owner.reset_password': 'user',
  'site.create': 'site',
  'site.update': 'site',
  'site.update_policy': 'site',
  'site.delete': 'site',
  'question.delete': 'question',
  'question.delete_all': 'site',
  'topic.update': 'topic',
  'topic.merge': 'topic',
  'topic.split': 'topic',
  'scan.start': 'site',
  'scan.cancel': 'site',
  'scan.skip': 'site',
  'citations.start': 'site',
  'citations.cancel': 'site',
  'citations.skip': 'site',
  'site.score': 'site',
  'rule.create': 'rule',
  'rule.update': 'rule',
  'rule.delete': 'rule',
  'rule.reorder': 'site',
  'prompt.update': 'page',
  'prompt.question': 'page',
  'prompt.regenerate': 'site',
  'prompt.import': 'site',
  'citation_query.create': 'citation_query',
  'citation_query.update': 'citation_query',
  'citation_query.delete': 'citation_query',
  'citation_query.import': 'site',
  'citation_query.accept': 'site',
  'org.update': 'organization',
  'org.update_branding': 'organization',
  'org.change_plan': 'organization',
  'billing.checkout': 'organization',
  'billing.refuse': 'payment_event',
  'billing.ignore': 'payment_event',
  'credits.adjust': 'organization',
  'engine.set_key': 'engine',
  'engine.delete_key': 'engine',
  'member.join': 'member',
  'member.update': 'member',
  'member.remove': 'member',
  'invitation.create': 'invitation',
  'invitation.delete': 'invitation',
  'domain.create': 'domain',
  'domain.verify': 'domain',
  'domain.delete': 'domain',
  'webhook.create': 'webhook',
  'webhook.update': 'webhook',
  'webhook.delete': 'webhook',
  'webhook.pause': 'webhook',
  'webhook.resume': 'webhook',
  'webhook.test': 'webhook',
  'webhook.replay': 'webhook',
  'webhook.recover': 'webhook',
  'webhook.rotate_secret': 'webhook',
  'webhook.promote_secret': 'webhook',
  'webhook.disable': 'webhook',
} as const

export type AuditAction = keyof typeof TARGETS

interface AuditEvent {
  /** The action; `stream.end` is the end of a stream because its key or session ended or may do less. */
  action: AuditAction | 'stream.end'
  target: { type: (typeof TARGETS)[keyof typeof TARGETS]; id: string }
  actor: Actor
  /** Details of the event; they must not hold secrets. */
  detail?: Readonly<Record<string, unknown>> | undefined
  requestId: string | null
  at: number
}

/** Writes one line of the audit log; call it inside the transaction of the change that it records. */
export async function audit(db: TenantDb, event: AuditEvent): Promise<void> {
  await db.audit.insert(auditRow(event))
}

/** Makes the target of a line: the id, with the type that belongs to the action. */
export const auditTarget = (action: AuditAction, id: string): AuditEvent['target'] => ({
  type: TARGETS[action],
  id,
})

/**
 * Writes a line of the audit log for an action of the caller now; call it inside the transaction of the change that
 * the line records.
 */
export const auditCall = (
  { app, caller, principal }: OrgContext,
  trx: TenantDb,
  action: AuditAction,
  id: string,
  detail?: AuditEvent['detail'],
): Promise<void> =>
  audit(trx, {
    action,
    target: auditTarget(action, id),
    actor: actorOf(principal),
    detail,
    requestId: caller.requestId,
    at: app.now(),
  })

/** Makes a line of the audit log as it is stored, for a transaction that belongs to no organization. */
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
