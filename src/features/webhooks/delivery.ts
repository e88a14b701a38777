import * as z from 'zod'
import type { Selectable } from 'kysely'
import type { Tables } from '../../../db/tables/schema.ts'
import { iso, isoOrNull } from '../../lib/time/clock.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { findSubscription } from './subscription.ts'

const ORIGINS = ['event', 'resend', 'recover', 'test'] as const

/** Matches the statuses of an attempt: `delivered`, or why it was not delivered. */
export const DELIVERY_STATUS =
  /^(?:delivered|http_\d{3}|timeout|redirect|dns|tls|refused|reset|blocked|expired)$/

/** One attempt of a delivery, as lists show it (contract 2.4). */
export const Delivery = z
  .object({
    id: z.string(),
    event: z.string(),
    eventId: z.string(),
    attempt: z.int().describe('From 1, of one event'),
    origin: z.enum(ORIGINS),
    status: z
      .string()
      .regex(DELIVERY_STATUS)
      .describe(
        'delivered, http_<code>, timeout, redirect, dns, tls, refused, reset, blocked or expired',
      ),
    httpStatus: z.int().nullable(),
    durationMs: z.int(),
    error: z.string().nullable().describe('What went wrong, in a sentence'),
    final: z.boolean().describe('No attempt follows by itself'),
    nextAttemptAt: z.string().nullable(),
    at: z.string(),
  })
  .meta({ id: 'WebhookDelivery' })

type DeliveryRow = Selectable<Tables['webhook_delivery']>

/** The columns of an attempt that a list reads. */
export const LISTED_COLUMNS = [
  'id',
  'event',
  'event_id',
  'attempt',
  'origin',
  'status',
  'http_status',
  'duration_ms',
  'error',
  'is_final',
  'next_attempt_at',
  'at',
] as const satisfies readonly (keyof DeliveryRow)[]

export const showDelivery = (
  row: Pick<DeliveryRow, (typeof LISTED_COLUMNS)[number]>,
): z.input<typeof Delivery> => ({
  id: row.id,
  event: row.event,
  eventId: row.event_id,
  attempt: row.attempt,
  // @NOTE this column is written by us alone, from the same list; the output is parsed with it.
  origin: row.origin as (typeof ORIGINS)[number],
  status: row.status,
  httpStatus: row.http_status,
  durationMs: row.duration_ms,
  error: row.error,
  final: row.is_final === 1,
  nextAttemptAt: isoOrNull(row.next_attempt_at),
  at: iso(row.at),
})

/** Finds an attempt with its subscription. Throws NOT_FOUND where either is not the organization's. */
export async function findDelivery(db: TenantDb, id: string, deliveryId: string) {
  const subscription = await findSubscription(db, id)
  const delivery = await db.webhooks
    .deliveries()
    .selectAll()
    .where('subscription_id', '=', id)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  if (!delivery) throw notFound('delivery')
  return { subscription, delivery }
}
