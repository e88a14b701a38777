import * as z from 'zod'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { assertPlanReaches, type Plan, PLAN_LIMITS } from '../../kernel/plan/plans.ts'
import { pluralize } from '../../lib/text/pluralize.ts'
import { assertOwnSites } from '../sites/face.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { actorOf } from '../../kernel/door/principal.ts'
import { auditedFields } from './audited-fields.ts'
import { newSigningSecret } from './delivery/signing-secret.ts'
import {
  distinctEvents,
  receiverUrl,
  siteColumn,
  subscriptionFields,
} from './subscription-input.ts'
import { showSubscription, type WebhookRow, WebhookSubscription } from './subscription.ts'

const { url, events, description, siteIds, includeEventId, paused } = subscriptionFields

/** POST /webhook-subscriptions (contract 4.3): makes a subscription. No other answer ever shows its `secret`. */
export const createSubscription = defineOperation({
  name: 'webhooks.create',
  summary: 'Subscribe an address to events; the answer holds the signing secret once',
  access: { by: 'session', role: 'admin' },
  http: { method: 'post', path: '/webhook-subscriptions', status: 201, revealsSecret: 'secret' },
  input: z.strictObject({
    url,
    events,
    description: description.default(''),
    siteIds: siteIds.default(null),
    includeEventId: includeEventId.default(true),
    paused: paused.default(false),
  }),
  output: WebhookSubscription.extend({ secret: z.string() }),
  rules: [({ app }, input) => receiverUrl(app, input.url)],
  precheck: async ({ principal }) => assertPlanHasWebhooks(principal.plan),
  async handler(ctx, input) {
    const { app, db, principal } = ctx
    const { plan } = principal
    assertPlanHasWebhooks(plan)
    const now = app.now()
    const actor = actorOf(principal)
    const id = app.newId('whk')
    const secret = newSigningSecret()
    const row: Omit<WebhookRow, 'org_id'> = {
      id,
      url: receiverUrl(app, input.url),
      events: JSON.stringify(distinctEvents(input.events)),
      site_ids: siteColumn(input.siteIds),
      description: input.description,
      is_paused: input.paused ? 1 : 0,
      paused_reason: null,
      disabled_at: null,
      disabled_reason: null,
      secret: app.sealer.seal(secret, id),
      old_secret: null,
      old_secret_until: null,
      has_event_id: input.includeEventId ? 1 : 0,
      failures: 0,
      failing_since: null,
      version: 1,
      created_by: actor.id,
      vouched_by: actor.id,
      created_at: now,
      updated_at: now,
    }
    return db.transaction(async (trx) => {
      await assertOwnSites(trx, input.siteIds ?? [])
      await assertRoomForWebhook(trx, plan)
      await trx.webhooks.insert(row).execute()
      await auditCall(ctx, trx, 'webhook.create', id, auditedFields(row))
      return { ...(await showSubscription(trx, { ...row, org_id: trx.orgId }, now)), secret }
    })
  },
})

/** Throws PLAN_REQUIRED on a plan without webhooks. */
const assertPlanHasWebhooks = (plan: Plan): void =>
  assertPlanReaches(plan, 'Webhooks', ({ maxWebhooks }) => maxWebhooks > 0)

/**
 * Throws LIMIT_REACHED where the plan allows no further subscription. To be called in the transaction that adds one.
 */
async function assertRoomForWebhook(db: TenantDb, plan: Plan): Promise<void> {
  const { maxWebhooks } = PLAN_LIMITS[plan]
  const count = await db.webhooks.count()
  if (count < maxWebhooks) return
  throw new ServiceError(
    'LIMIT_REACHED',
    `The plan ${plan} has at most ${pluralize(maxWebhooks, 'webhook subscription')}, and there are ${count}; delete one`,
  )
}
