import { sql, type Selectable } from 'kysely'
import { valueRows, type ListedRow } from '../forms.ts'
import type { Lease } from '../jobs/lease.ts'
import type { Tables, Trx } from '../tables/schema.ts'
import type { DeliveryPayload } from './enqueue-deliveries.ts'

/** A subscription with the fields that its deliveries need. */
export interface DeliveredTo {
  id: string
  orgId: string
  url: string
  isPaused: boolean
  isDisabled: boolean
  hasEventId: boolean
  secret: string
  oldSecret: string | null
  oldSecretUntil: number | null
}

/** A delivery that this process may attempt until its lease ends. */
export interface ClaimedDelivery extends Lease, Required<Pick<DeliveryPayload, 'earlier'>> {
  subscriptionId: string
  origin: 'event' | 'resend' | 'recover'
  /** The number of attempts that this job has made. */
  attempts: number
  createdAt: number
  /** The event; undefined where it is gone. */
  event:
    { id: string; event: string; payload: string; at: number; siteNum: number | null } | undefined
  /** The subscription; undefined where it is gone. */
  subscription: DeliveredTo | undefined
}

type ClaimedRow = Pick<Selectable<Tables['job']>, 'id' | 'payload' | 'attempts' | 'created_at'>

const ids = (name: string, list: readonly string[]) =>
  sql`(SELECT id FROM ${valueRows(
    name,
    { id: 'text' },
    list.map((id) => [id] as ListedRow),
  )})`

/**
 * Leases those of the named jobs that are still due, and reads all data that their deliveries need, in a few
 * statements.
 */
export async function claimDeliveries(
  trx: Trx,
  jobIds: readonly string[],
  { leaseId, nowMs, untilMs }: { leaseId: string; nowMs: number; untilMs: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedRow>`UPDATE job
    SET run_at = ${untilMs}, lease_id = ${leaseId}, claims = claims + 1, last_error = NULL
    WHERE id IN ${ids('picked', jobIds)} AND state = 'ready' AND run_at <= ${nowMs}
    RETURNING id, payload, attempts, created_at`.execute(trx)
  // @NOTE every place that adds a job to this queue writes such a payload.
  const jobs = rows.map((row) => ({ ...row, says: JSON.parse(row.payload) as DeliveryPayload }))
  const events = await eventsOf(trx, [...new Set(jobs.map(({ says }) => says.eventId))])
  const subscriptions = await subscriptionsOf(trx, [
    ...new Set(jobs.map(({ says }) => says.subscriptionId)),
  ])
  return jobs.map(({ id, attempts, created_at: createdAt, says }) => {
    const event = events.get(says.eventId)
    const subscription = subscriptions.get(says.subscriptionId)
    return {
      id,
      leaseId,
      attempts,
      createdAt,
      subscriptionId: says.subscriptionId,
      origin: says.origin ?? 'event',
      earlier: says.earlier ?? 0,
      event: event?.orgId === says.orgId ? event : undefined,
      subscription: subscription?.orgId === says.orgId ? subscription : undefined,
    }
  })
}

async function eventsOf(trx: Trx, eventIds: readonly string[]) {
  const { rows } = await sql<
    NonNullable<ClaimedDelivery['event']> & { orgId: string }
  >`SELECT id, org_id AS "orgId", event, payload, at, site_num AS "siteNum" FROM outbox
    WHERE id IN ${ids('wanted', eventIds)}`.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}

async function subscriptionsOf(trx: Trx, subscriptionIds: readonly string[]) {
  type Row = Omit<DeliveredTo, 'isPaused' | 'isDisabled' | 'hasEventId'> &
    Record<'isPaused' | 'hasEventId', number> & { disabledAt: number | null }
  const { rows } =
    await sql<Row>`SELECT id, org_id AS "orgId", url, is_paused AS "isPaused", disabled_at AS "disabledAt",
      has_event_id AS "hasEventId", secret, old_secret AS "oldSecret",
      old_secret_until AS "oldSecretUntil"
    FROM webhook_subscription WHERE id IN ${ids('wanted', subscriptionIds)}`.execute(trx)
  return new Map(
    rows.map(({ isPaused, disabledAt, hasEventId, ...row }) => [
      row.id,
      {
        ...row,
        isPaused: isPaused === 1,
        isDisabled: disabledAt !== null,
        hasEventId: hasEventId === 1,
      },
    ]),
  )
}
