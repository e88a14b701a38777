import { sql, type Selectable } from 'kysely'
import { isFailingForGood } from '../../src/domain/webhooks/subscription-health.ts'
import { valueRows, type ListedRow } from '../forms.ts'
import type { Lease } from '../jobs/lease.ts'
import { insertAudit, type AuditLine } from '../system/insert-audit.ts'
import type { Tables, Trx } from '../tables/schema.ts'

/** An attempt to deliver, as it is stored. */
export type AttemptRow = Omit<Selectable<Tables['webhook_delivery']>, 'num'>

/** The result of one run of a job that delivers. */
export interface DeliveryOutcome {
  lease: Lease
  subscriptionId: string
  orgId: string
  /** The attempt that was made; undefined where none was, because the event or the subscription no longer exists. */
  attempt: AttemptRow | undefined
  /** The time when the job runs again, in epoch ms; undefined where the job has ended. */
  retryAt: number | undefined
  /**
   * True where the attempt shows the receiver to work, false where it shows a failure; undefined where it says nothing
   * about the receiver.
   */
  isSuccess: boolean | undefined
  /** True where the receiver asks not to be sent anything any more. */
  isGone: boolean
}

/** A subscription that was turned off, and the reason. */
export interface Disabled {
  subscriptionId: string
  orgId: string
  reason: string
}

interface MarkOptions {
  nowMs: number
  /** Makes the entry of the audit log about a subscription that was turned off. */
  auditLine: (disabled: Disabled, nowMs: number) => AuditLine
}

/**
 * Stores the results of deliveries: the attempts, the ends or retries of their jobs, and the health of their
 * subscriptions, in the caller's transaction. Nothing is stored for a run that has lost its lease. Returns the ids of
 * the jobs whose leases were still held, and the subscriptions that were turned off.
 */
export async function markDeliveries(
  trx: Trx,
  marks: readonly DeliveryOutcome[],
  options: MarkOptions,
): Promise<{ held: ReadonlySet<string>; disabled: Disabled[] }> {
  const held = new Set([...(await endJobs(trx, marks)), ...(await retryJobs(trx, marks))])
  const ours = marks.filter(({ lease }) => held.has(lease.id))
  await insertAttempts(
    trx,
    ours.flatMap(({ attempt }) => attempt ?? []),
  )
  const disabled: Disabled[] = []
  for (const one of bySubscription(ours)) {
    const reason = await storeHealth(trx, one, options.nowMs)
    if (reason === undefined) continue
    const { subscriptionId, orgId } = one
    if (!(await disable(trx, subscriptionId, { reason, nowMs: options.nowMs }))) continue
    const what = { subscriptionId, orgId, reason }
    await insertAudit(trx, [options.auditLine(what, options.nowMs)])
    disabled.push(what)
  }
  return { held, disabled }
}

/**
 * Ends the jobs that do not run again, and returns the ids of those whose leases were still held.
 *
 * @NOTE a lease is of one claim, and a process runs a job once at a time, so the two lists need not be compared in
 * pairs.
 */
async function endJobs(trx: Trx, marks: readonly DeliveryOutcome[]): Promise<string[]> {
  const leases = marks.flatMap(({ lease, retryAt }) => (retryAt === undefined ? [lease] : []))
  if (leases.length === 0) return []
  const ended = valueRows(
    'ended',
    { id: 'text' },
    leases.map(({ id }): ListedRow => [id]),
  )
  const held = valueRows(
    'held',
    { lease_id: 'text' },
    [...new Set(leases.map(({ leaseId }) => leaseId))].map((leaseId): ListedRow => [leaseId]),
  )
  const { rows } = await sql<{ id: string }>`DELETE FROM job
    WHERE id IN (SELECT id FROM ${ended}) AND lease_id IN (SELECT lease_id FROM ${held})
    RETURNING id`.execute(trx)
  return rows.map(({ id }) => id)
}

async function retryJobs(trx: Trx, marks: readonly DeliveryOutcome[]): Promise<string[]> {
  const retried = marks.flatMap(({ lease, retryAt, attempt }): ListedRow[] =>
    retryAt === undefined ? [] : [[lease.id, lease.leaseId, retryAt, attempt?.status ?? null]],
  )
  if (retried.length === 0) return []
  const columns = { id: 'text', lease_id: 'text', run_at: 'integer', status: 'text' } as const
  const { rows } = await sql<{ id: string }>`UPDATE job
    SET run_at = retried.run_at, lease_id = NULL, attempts = job.attempts + 1, claims = 0,
      last_error = retried.status
    FROM ${valueRows('retried', columns, retried)}
    WHERE job.id = retried.id AND job.lease_id = retried.lease_id
    RETURNING job.id`.execute(trx)
  return rows.map(({ id }) => id)
}

const COLUMNS = {
  id: 'text',
  org_id: 'text',
  subscription_id: 'text',
  event_id: 'text',
  event: 'text',
  site_num: 'integer',
  attempt: 'integer',
  origin: 'text',
  status: 'text',
  http_status: 'integer',
  duration_ms: 'integer',
  error: 'text',
  response_headers: 'text',
  response_body: 'text',
  is_final: 'integer',
  next_attempt_at: 'integer',
  at: 'integer',
} as const satisfies Record<keyof AttemptRow, 'text' | 'integer'>

// @NOTE the keys of an object literal.
const COLUMN_NAMES = Object.keys(COLUMNS) as (keyof AttemptRow)[]
const TARGET = sql.join(COLUMN_NAMES.map((name) => sql.ref(name)))
const SOURCE = sql.join(COLUMN_NAMES.map((name) => sql.ref(`made.${name}`)))

/** Stores attempts, except those of a subscription that was deleted meanwhile, which has no record then. */
async function insertAttempts(trx: Trx, attempts: readonly AttemptRow[]): Promise<void> {
  if (attempts.length === 0) return
  const rows = attempts.map((row): ListedRow => COLUMN_NAMES.map((name) => row[name]))
  await sql`INSERT INTO webhook_delivery (${TARGET})
    SELECT ${SOURCE} FROM ${valueRows('made', COLUMNS, rows)}
    JOIN webhook_subscription AS told ON told.id = made.subscription_id`.execute(trx)
}

interface Heard {
  subscriptionId: string
  orgId: string
  /** The results of the attempts, in the order of the marks. */
  successes: boolean[]
  /** The time of the first failure behind the last success, in epoch milliseconds. */
  failedAt: number
  lastStatus: string
  isGone: boolean
}

function bySubscription(marks: readonly DeliveryOutcome[]): Iterable<Heard> {
  const heard = new Map<string, Heard>()
  for (const { subscriptionId, orgId, isSuccess, isGone, attempt } of marks) {
    if (isSuccess === undefined || !attempt) continue
    const fresh = { subscriptionId, orgId, successes: [], failedAt: 0, lastStatus: '', isGone }
    const one = heard.get(subscriptionId) ?? fresh
    heard.set(subscriptionId, one)
    if (!isSuccess && one.successes.at(-1) !== false) one.failedAt = attempt.at
    if (!isSuccess) one.lastStatus = attempt.status
    one.successes.push(isSuccess)
    one.isGone ||= isGone
  }
  return heard.values()
}

/**
 * Stores the results of attempts in the health of a receiver. Returns the reason for which its subscription is to be
 * turned off; undefined where it stays on.
 */
async function storeHealth(
  trx: Trx,
  { subscriptionId, successes, failedAt, lastStatus, isGone }: Heard,
  nowMs: number,
): Promise<string | undefined> {
  const lastSuccess = successes.lastIndexOf(true)
  const failed = successes.length - 1 - lastSuccess
  const hasSucceeded = lastSuccess >= 0
  if (failed === 0) {
    await sql`UPDATE webhook_subscription SET failures = 0, failing_since = NULL
      WHERE id = ${subscriptionId} AND failures > 0`.execute(trx)
    return undefined
  }
  const { rows } = await sql<{ failures: number; failingSince: number | null }>`
    UPDATE webhook_subscription
    SET failures = ${hasSucceeded ? sql`0` : sql`failures`} + ${failed},
      failing_since = ${hasSucceeded ? failedAt : sql`COALESCE(failing_since, ${failedAt})`}
    WHERE id = ${subscriptionId}
    RETURNING failures, failing_since AS "failingSince"`.execute(trx)
  const [health] = rows
  if (isGone) return 'The receiver answered 410: it wants no more deliveries'
  if (!health || !isFailingForGood(health, nowMs)) return undefined
  const since = new Date(health.failingSince ?? nowMs).toISOString()
  return `All of ${health.failures} attempts since ${since} failed, the last one with ${lastStatus}`
}

async function disable(
  trx: Trx,
  subscriptionId: string,
  { reason, nowMs }: { reason: string; nowMs: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`UPDATE webhook_subscription
    SET disabled_at = ${nowMs}, disabled_reason = ${reason}
    WHERE id = ${subscriptionId} AND disabled_at IS NULL`.execute(trx)
  return numAffectedRows > 0n
}
