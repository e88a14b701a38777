import { sql, type RawBuilder, type Selectable } from 'kysely'
import { beginsWith } from '../begins-with.ts'
import { skipLocked } from '../forms.ts'
import type { Db, Tables, Trx } from '../tables/schema.ts'
import type { Lease } from './lease.ts'

export interface NewJob {
  id: string
  queue: string
  payload: string
  /** The time at which the job is due, in epoch ms. */
  runAt: number
  dedupeKey?: string
  groupKey?: string
}

/** A job that this process may work on until its lease ends. */
export interface Job extends Lease {
  readonly queue: string
  readonly payload: string
  readonly groupKey: string | null
  /** The number of earlier runs that ended in an error. */
  readonly attempts: number
  /** The number of runs that began, this one included, since the last one that ended or made progress. */
  readonly claims: number
}

/**
 * Adds jobs within the caller's transaction, except those whose `dedupeKey` is already taken; returns how many were
 * added.
 */
export async function enqueueJobs(
  trx: Trx | Db,
  jobs: readonly NewJob[],
  atMs: number,
): Promise<number> {
  if (jobs.length === 0) return 0
  const result = await trx
    .insertInto('job')
    .values(
      jobs.map(({ id, queue, payload, runAt, dedupeKey = null, groupKey = null }) => ({
        id,
        queue,
        payload,
        dedupe_key: dedupeKey,
        group_key: groupKey,
        state: 'ready' as const,
        run_at: runAt,
        attempts: 0,
        claims: 0,
        lease_id: null,
        last_error: null,
        created_at: atMs,
      })),
    )
    .onConflict((conflict) => conflict.columns(['queue', 'dedupe_key']).doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0n)
}

interface Claim {
  limit: number
  leaseMs: number
  nowMs: number
  /**
   * True (default) where the process is the server: the next server may end these leases, since this one is then gone.
   */
  isServer?: boolean
  /** The ids of jobs that this process runs already. Where the clock was set ahead, their leases seem to be over. */
  except?: readonly string[]
  /** The most jobs of one group that may be leased at a time; jobs without a group have no such bound. */
  mostOfGroup?: number | undefined
}

/** The beginning of the lease ids of processes that work at the same time as the server, such as commands. */
const BESIDE = 'beside:'

/** Returns the id of a lease, made of a random id, which shows whether the server has the lease. */
export const leaseIdOf = (id: string, { isServer }: { isServer: boolean }): string =>
  `${isServer ? '' : BESIDE}${id}`

const notAmong = (ids: readonly string[]): RawBuilder<unknown> =>
  ids.length === 0 ? sql`` : sql`AND id NOT IN (${sql.join(ids)})`

/**
 * Returns a condition that holds for a job whose group has room for it: fewer than `mostOfGroup` jobs of the group are
 * leased, or due ahead of it. The count ends at the bound, so that the waiting jobs of a group are not compared with
 * each other.
 */
function hasRoomInGroup({ nowMs, except = [], mostOfGroup }: Claim): RawBuilder<unknown> {
  if (mostOfGroup === undefined) return sql``
  const isRunning = except.length === 0 ? sql`` : sql`OR other.id IN (${sql.join(except)})`
  return sql`AND (due.group_key IS NULL OR ${mostOfGroup} > (SELECT COUNT(*) FROM (SELECT 1 FROM job AS other
    WHERE other.queue = due.queue AND other.state = 'ready' AND other.group_key = due.group_key
      AND ((other.lease_id IS NOT NULL AND other.run_at > ${nowMs}) ${isRunning}
        OR (other.run_at, other.id) < (due.run_at, due.id))
    LIMIT ${mostOfGroup}) AS ahead))`
}

type ClaimRow = Pick<
  Selectable<Tables['job']>,
  'id' | 'queue' | 'payload' | 'group_key' | 'attempts' | 'claims'
>

/**
 * The one durable queue. A claim moves a job's time to the end of its lease, so a job whose process was killed becomes
 * due again by itself. A process that has lost its lease of a job can no longer end the job.
 * @NOTE no org_id: jobs belong to the service; a payload names what to work on, and its handler binds the organization.
 */
export class JobStore {
  readonly #db: Db
  readonly #newLease: () => string

  constructor(db: Db, newLease: () => string) {
    this.#db = db
    this.#newLease = newLease
  }

  /**
   * Leases up to `limit` due jobs of a queue, oldest first, in one statement. Where none is due it takes no write lock.
   */
  async claim(queue: string, claim: Claim): Promise<Job[]> {
    const { limit, leaseMs, nowMs, isServer = true, except = [] } = claim
    const nextRunAt = await this.nextRunAt(queue)
    if (nextRunAt === undefined || nextRunAt > nowMs) return []
    const leaseId = leaseIdOf(this.#newLease(), { isServer })
    const { rows } = await sql<ClaimRow>`UPDATE job
      SET run_at = ${nowMs + leaseMs}, lease_id = ${leaseId}, claims = claims + 1
      WHERE id IN (SELECT id FROM job AS due WHERE queue = ${queue} AND state = 'ready' AND run_at <= ${nowMs}
        ${notAmong(except)} ${hasRoomInGroup(claim)} ORDER BY run_at, id LIMIT ${limit} ${skipLocked})
      RETURNING id, queue, payload, group_key, attempts, claims`.execute(this.#db)
    return rows.map(({ group_key, ...row }) => ({ ...row, groupKey: group_key, leaseId }))
  }

  /** Makes jobs that are due after `latestMs` due at `latestMs`. */
  async bringBack(queue: string, latestMs: number): Promise<void> {
    await this.#db
      .updateTable('job')
      .set({ run_at: latestMs })
      .where('queue', '=', queue)
      .where('state', '=', 'ready')
      .where('run_at', '>', latestMs)
      .execute()
  }

  /** Returns when the next job of a queue is due, in epoch ms; undefined for an empty queue. */
  nextRunAt(queue: string): Promise<number | undefined> {
    return this.#runAt(queue, 'asc')
  }

  /** Returns when the last job of a queue is due, in epoch ms; undefined for an empty queue. */
  lastRunAt(queue: string): Promise<number | undefined> {
    return this.#runAt(queue, 'desc')
  }

  /** Ends a job that succeeded; false where its lease was lost, so that another process has the job. */
  async complete(job: Job, trx: Trx | Db = this.#db): Promise<boolean> {
    const result = await trx
      .deleteFrom('job')
      .where('id', '=', job.id)
      .where('lease_id', '=', job.leaseId)
      .executeTakeFirst()
    return result.numDeletedRows > 0n
  }

  /** Makes a job whose run failed due again at `runAtMs`; false where its lease was lost. */
  retry(job: Job, runAtMs: number, error: string): Promise<boolean> {
    return this.#update(job, {
      run_at: runAtMs,
      lease_id: null,
      attempts: job.attempts + 1,
      claims: 0,
      last_error: error,
    })
  }

  /** Sets a job aside that cannot succeed, for the operator to see; false where its lease was lost. */
  bury(job: Job, error: string, trx: Trx | Db = this.#db): Promise<boolean> {
    // Frees the dedupe key, so that the same work can be asked for again.
    const dead = { state: 'dead', lease_id: null, dedupe_key: null, last_error: error } as const
    return this.#update(job, dead, trx)
  }

  /**
   * Extends the lease of a job to `untilMs`; false where the lease was lost, in which case the caller has to stop
   * working on the job.
   */
  extend(job: Job, untilMs: number): Promise<boolean> {
    return this.#update(job, { run_at: untilMs })
  }

  /**
   * Notes that the run made progress that the next run keeps, so that the job does not count as one whose runs only
   * crash.
   */
  progressed(job: Job): Promise<boolean> {
    return this.#update(job, { claims: 0 })
  }

  /** Gives a job back when the process stops: the job is due at once, and the run that was cut short does not count. */
  release(job: Lease & Pick<Job, 'claims'>, nowMs: number): Promise<boolean> {
    return this.#update(job, { run_at: nowMs, lease_id: null, claims: Math.max(0, job.claims - 1) })
  }

  /** Ends the leases of a server that has stopped. Those of commands, which may still be running, end by themselves. */
  async releaseServers(nowMs: number): Promise<void> {
    await this.#db
      .updateTable('job')
      .set({ run_at: nowMs, lease_id: null })
      .where('lease_id', 'is not', null)
      .where((eb) => eb.not(beginsWith(sql`lease_id`, BESIDE)))
      .where('state', '=', 'ready')
      .execute()
  }

  async #runAt(queue: string, order: 'asc' | 'desc'): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom('job')
      .select('run_at')
      .where('queue', '=', queue)
      .where('state', '=', 'ready')
      .orderBy('run_at', order)
      .limit(1)
      .executeTakeFirst()
    return row?.run_at
  }

  async #update(
    job: Lease,
    values: Partial<Selectable<Tables['job']>>,
    trx: Trx | Db = this.#db,
  ): Promise<boolean> {
    const result = await trx
      .updateTable('job')
      .set(values)
      .where('id', '=', job.id)
      .where('lease_id', '=', job.leaseId)
      .executeTakeFirst()
    return result.numUpdatedRows > 0n
  }
}
