import * as z from 'zod'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { assertOwnSites } from '../sites/face.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { assertVersion, IfMatch } from '../../kernel/door/if-match.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { actorOf } from '../../kernel/door/principal.ts'
import { changedFields } from './audited-fields.ts'
import {
  distinctEvents,
  receiverUrl,
  siteColumn,
  subscriptionFields,
} from './subscription-input.ts'
import {
  findSubscription,
  showSubscription,
  WebhookSubscription,
  type WebhookRow,
} from './subscription.ts'

const Input = z.strictObject({
  id: PathId,
  ifMatch: IfMatch,
  ...z.object(subscriptionFields).partial().shape,
  paused: subscriptionFields.paused
    .optional()
    .describe(
      'false also turns on again what was turned off by failures or with the role of a person, and sends what waits',
    ),
})

type Changes = Omit<z.output<typeof Input>, 'id' | 'ifMatch'>

/**
 * PUT /webhook-subscriptions/:id: changes the fields that are sent. A new address also gets the later attempts for
 * events from before the change.
 */
export const updateSubscription = defineOperation({
  name: 'webhooks.update',
  summary: 'Change, pause or resume a webhook subscription; fields that are left out stay',
  access: { by: 'session', role: 'admin' },
  http: { method: 'put', path: '/webhook-subscriptions/:id', ifMatch: true },
  input: Input,
  output: WebhookSubscription,
  rules: [({ app }, { url }) => url !== undefined && receiverUrl(app, url)],
  async handler(ctx, { id, ifMatch, ...changes }) {
    const { app, db } = ctx
    const now = app.now()
    const shown = await db.transaction(async (trx) => {
      const before = await findSubscription(trx, id)
      assertVersion('webhook subscription', before.version, ifMatch)
      await assertOwnSites(trx, changes.siteIds ?? [])
      const columns = columnsOf(ctx, before, changes)
      if (Object.keys(columns).length > 0) {
        await trx.webhooks
          .update(id)
          .set({ ...columns, version: before.version + 1, updated_at: now })
          .execute()
        const after = { ...before, ...columns }
        if (isHeld(before) && !isHeld(after)) await trx.webhooks.makeDue(id, now)
        await auditChange(ctx, trx, before, after)
      }
      return showSubscription(trx, await findSubscription(trx, id), now)
    })
    if (changes.paused === false || changes.url !== undefined) app.background.trustReceiver(id)
    return shown
  },
})

/** True while deliveries of the subscription wait, since it is paused or turned off. */
const isHeld = ({ is_paused, disabled_at }: WebhookRow): boolean =>
  is_paused === 1 || disabled_at !== null

/**
 * True where a change resumes the subscription or gives it another address. Its earlier failures are then dropped,
 * since with them the next failure could turn it off.
 */
const isAnew = (app: AppContext, row: WebhookRow, { url, paused }: Changes): boolean =>
  (paused === false && isHeld(row)) || (url !== undefined && receiverUrl(app, url) !== row.url)

/**
 * True where the caller answers for the subscription from now on: they changed its address, or resumed one that was
 * paused for a reason.
 */
const isTakenOver = (app: AppContext, row: WebhookRow, { url, paused }: Changes): boolean =>
  (url !== undefined && receiverUrl(app, url) !== row.url) ||
  (paused === false && row.paused_reason !== null)

/** Returns the columns that a change gives another value. */
function columnsOf(
  { app, principal }: OrgContext,
  row: WebhookRow,
  changes: Changes,
): Partial<WebhookRow> {
  const { url, events, description, siteIds, includeEventId, paused } = changes
  const wanted: Partial<WebhookRow> = {
    ...(url !== undefined && { url: receiverUrl(app, url) }),
    ...(events !== undefined && { events: JSON.stringify(distinctEvents(events)) }),
    ...(description !== undefined && { description }),
    ...(siteIds !== undefined && { site_ids: siteColumn(siteIds) }),
    ...(includeEventId !== undefined && { has_event_id: includeEventId ? 1 : 0 }),
    ...(paused !== undefined && { is_paused: paused ? 1 : 0 }),
    ...(paused === false && { disabled_at: null, disabled_reason: null, paused_reason: null }),
    ...(isTakenOver(app, row, changes) && { vouched_by: actorOf(principal).id }),
    ...(isAnew(app, row, changes) && { failures: 0, failing_since: null }),
  }
  const names = Object.keys(wanted).filter((name): name is keyof WebhookRow => name in row)
  const differing = names.filter((name) => wanted[name] !== row[name])
  return Object.fromEntries(differing.map((name) => [name, wanted[name]]))
}

/** Writes a change to the audit log. Pausing and resuming are entries of their own, so that they can be looked for. */
async function auditChange(
  ctx: OrgContext,
  trx: TenantDb,
  before: WebhookRow,
  after: WebhookRow,
): Promise<void> {
  const { id } = before
  const { changed, ...detail } = changedFields(before, after)
  if (changed.some((name) => name !== 'paused')) {
    await auditCall(ctx, trx, 'webhook.update', id, detail)
  }
  if (isHeld(before) && !isHeld(after)) {
    const held = {
      paused: before.is_paused === 1,
      pausedReason: before.paused_reason,
      disabledReason: before.disabled_reason,
    }
    const resumed = { paused: false, pausedReason: null, disabledReason: null }
    await auditCall(ctx, trx, 'webhook.resume', id, { before: held, after: resumed })
  } else if (after.is_paused !== before.is_paused) {
    const paused = { before: { paused: false }, after: { paused: true } }
    await auditCall(ctx, trx, 'webhook.pause', id, paused)
  }
}
