import * as z from 'zod'
import type { Selectable } from 'kysely'
import type { Tables } from '../../../db/tables/schema.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { EVENT_NAMES, type EventName } from '../../domain/webhooks/event-types.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { existingSites } from '../sites/face.ts'
import { iso, isoOrNull } from '../../lib/time/clock.ts'

/** A subscription as lists show it: never with its secret (contract 2.3). */
export const WebhookSubscription = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(EVENT_NAMES)),
    description: z.string(),
    siteIds: z
      .array(z.string())
      .nullable()
      .describe(
        'The sites whose events it hears of, as far as they still exist, besides those of the organization; null is every site',
      ),
    includeEventId: z.boolean().describe('Bodies have the id of their event'),
    status: z
      .enum(['active', 'paused', 'disabled_by_failures'])
      .describe('What is not sent while it is not active waits for 7 days'),
    paused: z.boolean(),
    pausedReason: z
      .string()
      .nullable()
      .describe('Why it was paused where no person did, until it is resumed'),
    disabledAt: z.string().nullable(),
    disabledReason: z.string().nullable(),
    consecutiveFailures: z
      .int()
      .describe(
        'Attempts that failed since the last that succeeded, or since it was resumed or given another address',
      ),
    failingSince: z.string().nullable(),
    lastDeliveryAt: z.string().nullable().describe('Of the last attempt, whatever came of it'),
    overlapEndsAt: z
      .string()
      .nullable()
      .describe('Until then deliveries are signed with the secret before the last rotation too'),
    version: z.int().describe('For If-Match'),
    createdBy: z.string(),
    vouchedBy: z
      .string()
      .describe(
        'Whose role has to allow it: who gave it its address, or resumed it after such a pause',
      ),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'WebhookSubscription' })

export type WebhookRow = Selectable<Tables['webhook_subscription']>

/** The row of a subscription with the time of its last attempt, epoch ms; absent where there was no attempt. */
type ShownRow = WebhookRow & { last_delivery_at?: number | null }

/** Throws NOT_FOUND for a subscription that is not the organization's. */
export async function findSubscription(db: TenantDb, id: string) {
  const row = await db.webhooks.shown().where('webhook_subscription.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('webhook subscription')
  return row
}

/** Returns subscriptions as lists show them; of their sites, only those that still exist. */
export async function showSubscriptions(
  db: TenantDb,
  rows: readonly ShownRow[],
  nowMs: number,
): Promise<z.input<typeof WebhookSubscription>[]> {
  const named = new Set(rows.flatMap((row) => sitesOf(row) ?? []))
  const existing = await existingSites(db, [...named])
  return rows.map((row) => toSubscription(row, nowMs, existing))
}

export async function showSubscription(db: TenantDb, row: ShownRow, nowMs: number) {
  const [shown] = await showSubscriptions(db, [row], nowMs)
  if (!shown) throw new Error('One row is one subscription')
  return shown
}

function toSubscription(
  row: ShownRow,
  nowMs: number,
  existing: ReadonlySet<string>,
): z.input<typeof WebhookSubscription> {
  return {
    id: row.id,
    url: row.url,
    events: subscribedEvents(row),
    description: row.description,
    siteIds: sitesOf(row)?.filter((id) => existing.has(id)) ?? null,
    includeEventId: row.has_event_id === 1,
    status: statusOf(row),
    paused: row.is_paused === 1,
    pausedReason: row.paused_reason,
    disabledAt: isoOrNull(row.disabled_at),
    disabledReason: row.disabled_reason,
    consecutiveFailures: row.failures,
    failingSince: isoOrNull(row.failing_since),
    lastDeliveryAt: isoOrNull(row.last_delivery_at ?? null),
    overlapEndsAt: isoOrNull(isRotating(row, nowMs) ? row.old_secret_until : null),
    version: row.version,
    createdBy: row.created_by,
    vouchedBy: row.vouched_by,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

/** Returns the status of a subscription: disabled before paused, since only its owner can end the former. */
const statusOf = ({ disabled_at, is_paused }: WebhookRow) => {
  if (disabled_at !== null) return 'disabled_by_failures'
  return is_paused === 1 ? 'paused' : 'active'
}

/** True while two secrets of a subscription sign, in the overlap of a rotation. */
export const isRotating = (
  { old_secret, old_secret_until }: Pick<WebhookRow, 'old_secret' | 'old_secret_until'>,
  nowMs: number,
): boolean => old_secret !== null && old_secret_until !== null && old_secret_until > nowMs

// @NOTE these columns are written by operations of this folder alone, as JSON of checked lists.
export const subscribedEvents = ({ events }: Pick<WebhookRow, 'events'>): EventName[] =>
  JSON.parse(events) as EventName[]

export const sitesOf = ({ site_ids }: Pick<WebhookRow, 'site_ids'>): string[] | null =>
  site_ids === null ? null : (JSON.parse(site_ids) as string[])
