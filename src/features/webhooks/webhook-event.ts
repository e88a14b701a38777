import * as z from 'zod'
import { iso } from '../../lib/time/clock.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'

/**
 * A domain event as a list or a stream shows it; `payload` and `timestamp` are those of its deliveries (contract 6.2).
 */
export const WebhookEvent = z.object({
  id: z.string().describe('The same in every delivery of the event'),
  event: z.string(),
  siteId: z.string().nullable().describe('The site that it is of; null for the organization'),
  payload: z.record(z.string(), z.unknown()),
  timestamp: z.string(),
})

type WithSites = ReturnType<TenantDb['outbox']['withSites']>
type EventRow = Awaited<ReturnType<WithSites['execute']>>[number]

export const toWebhookEvent = (row: EventRow): z.input<typeof WebhookEvent> => ({
  id: row.id,
  event: row.event,
  siteId: row.siteId,
  // @NOTE the column is written by us alone, as JSON of an object.
  payload: JSON.parse(row.payload) as Record<string, unknown>,
  timestamp: iso(row.at),
})
