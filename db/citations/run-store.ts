import { sql, type RawBuilder } from 'kysely'
import { numberList } from '../forms.ts'
import type { Handles } from '../handles.ts'
import { isLeaseHeld, LeaseLostError, type Lease } from '../jobs/lease.ts'
import { type NamedParameter, prepareStatement } from '../prepared-statement.ts'
import { SiteStore } from '../site/site-store.ts'
import { stepTransaction } from '../step-transaction.ts'
import { insertChecks } from './insert-checks.ts'
import type {
  CheckWrite,
  CitationRunRow,
  NewCitationRun,
  RunQuery,
  RunEnding,
  RunProgress,
} from './run-rows.ts'

interface SiteToAsk {
  num: number
  id: string
  orgId: string
}

const PROGRESS = [
  'engines',
  'done',
  'answered',
  'cited',
  'mentioned',
  'failed',
  'skipped',
  'cost_micros',
  'warnings',
] as const satisfies readonly (keyof RunProgress)[]
type ProgressPlace = 'num' | 'site' | (typeof PROGRESS)[number]

/** Returns the statement that stores the counts of a run that is under way, if its site exists. */
const progressStatement = (
  of: Readonly<Record<ProgressPlace, NamedParameter>>,
  condition: RawBuilder<boolean>,
): RawBuilder<unknown> => {
  const counts = PROGRESS.map((name) => sql`${sql.ref(name)} = ${of[name]}`)
  return sql`UPDATE citation_run SET ${sql.join(counts)}, seq = seq + 1
    WHERE num = ${of.num} AND site_num = ${of.site} AND state = 'running' AND ${condition}
      AND EXISTS (SELECT 1 FROM site WHERE num = ${of.site})`
}

const TAKE_PROGRESS = prepareStatement(['num', 'site', ...PROGRESS], (of) =>
  progressStatement(of, sql<boolean>`true`),
)
const TAKE_PROGRESS_HELD = prepareStatement(['num', 'site', 'id', 'leaseId', ...PROGRESS], (of) =>
  progressStatement(of, isLeaseHeld(of)),
)

/**
 * A condition that holds for runs that count towards the limits of the plan. Runs of the fake engine do not count, and
 * neither do runs that ended without an answer, which cost nothing. A canceled run that had begun counts, since vendors
 * charge the checks that were under way.
 */
export const countsForPlan = sql<boolean>`(is_fake = 0
  AND (finished_at IS NULL OR done > failed + skipped OR (is_canceled = 1 AND started_at IS NOT NULL)))`

/** The runs of the Citation Monitor of one site. */
export class CitationRuns extends SiteStore {
  readonly #site: SiteToAsk
  readonly #lease: Lease | undefined

  constructor(handles: Handles, site: SiteToAsk, lease?: Lease) {
    super(handles, site.num)
    this.#site = site
    this.#lease = lease
  }

  /**
   * Returns a store for a run that works on a job: it stores checks only while the run holds the job's lease, the run
   * is not over and the site exists. Otherwise it throws LeaseLostError, which rolls the whole transaction back.
   */
  heldBy(lease: Lease): CitationRuns {
    return new CitationRuns(this.handles, this.#site, lease)
  }

  /** Adds a run. Throws UniqueViolationError while another run of the site is under way. */
  async insert(run: NewCitationRun): Promise<void> {
    await this.handles.write
      .insertInto('citation_run')
      .values({
        id: run.id,
        org_id: this.#site.orgId,
        site_num: this.#site.num,
        site_id: this.#site.id,
        origin: run.origin,
        state: 'queued',
        is_fake: run.isFake ? 1 : 0,
        engines: run.engines,
        engine_set: run.engineSet,
        basket_revision: run.basketRevision,
        queries: run.queries,
        options: run.options,
        planned: run.planned,
        cost_micros: null,
        warnings: run.warnings,
        credits_reserved: run.creditsReserved,
        credits_spent: null,
        error: null,
        seq: 1,
        requested_by: run.requestedBy,
        queued_at: run.at,
        started_at: null,
        finished_at: null,
      })
      .execute()
  }

  find(id: string): Promise<CitationRunRow | undefined> {
    return this.#own().selectAll().where('id', '=', id).executeTakeFirst()
  }

  /** Returns the run of the site that is queued or running; undefined where none exists. */
  active(): Promise<CitationRunRow | undefined> {
    return this.#own().selectAll().where('finished_at', 'is', null).executeTakeFirst()
  }

  /** Lists runs, newest first; a list goes on below the number of a run. */
  list(
    { state, before }: { state?: string | undefined; before?: number | undefined },
    limit: number,
  ): Promise<CitationRunRow[]> {
    let query = this.#own().selectAll().orderBy('num', 'desc').limit(limit)
    if (state !== undefined) query = query.where('state', '=', state)
    if (before !== undefined) query = query.where('num', '<', before)
    return query.execute()
  }

  /**
   * Returns the times at which the newest runs since an instant were queued, newest first; only of runs that count
   * towards the plan.
   */
  async queuedSince(sinceMs: number, limit: number): Promise<number[]> {
    const rows = await this.#own()
      .select('queued_at')
      .where('queued_at', '>', sinceMs)
      .where(countsForPlan)
      .orderBy('queued_at', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => row.queued_at)
  }

  /** Counts the checks that runs since an instant have made or will make, except those of the fake engine. */
  async countChecksSince(sinceMs: number): Promise<number> {
    const row = await this.#own()
      .select(
        sql<number>`CAST(COALESCE(SUM(CASE WHEN finished_at IS NULL THEN planned ELSE done - skipped END), 0) AS BIGINT)`.as(
          'n',
        ),
      )
      .where('is_fake', '=', 0)
      .where('queued_at', '>=', sinceMs)
      .executeTakeFirstOrThrow()
    return row.n
  }

  /** Returns the numbers of the latest runs up to `num`, this one included, that got answers of real engines. */
  async lastAnswered(num: number, limit: number): Promise<number[]> {
    const rows = await this.#own()
      .select('num')
      .where('num', '<=', num)
      .where('is_fake', '=', 0)
      .where('answered', '>', 0)
      .orderBy('num', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => row.num)
  }

  /**
   * Returns queries by their numbers, with the fields that a run needs. Queries that were deleted meanwhile are among
   * them, since a run asks them to the end.
   */
  queries(nums: readonly number[]): Promise<RunQuery[]> {
    return this.handles.read
      .selectFrom('citation_query')
      .select(['num', 'text', 'language', 'country', 'branded'])
      .where('site_num', '=', this.siteNum)
      .where(sql<boolean>`num IN ${numberList(nums)}`)
      .execute()
  }

  /**
   * Changes a run that has not ended, no matter which process has its job. Returns false, and changes nothing, for a
   * run that has ended.
   */
  async update(num: number, values: Partial<CitationRunRow>): Promise<boolean> {
    const result = await this.handles.write
      .updateTable('citation_run')
      .set({ ...values, seq: sql<number>`seq + 1` })
      .where('num', '=', num)
      .where('site_num', '=', this.siteNum)
      .where('finished_at', 'is', null)
      .executeTakeFirst()
    return result.numUpdatedRows > 0n
  }

  /** Stores a group of checks with the counts of the run in one transaction. Throws LeaseLostError as `heldBy` says. */
  store(num: number, writes: readonly CheckWrite[], progress: RunProgress): Promise<void> {
    return stepTransaction(this.handles.write, async (trx) => {
      const place = { num, site: this.siteNum, ...progress }
      const lease = this.#lease
      const statement = lease
        ? TAKE_PROGRESS_HELD.bind(trx, { ...place, id: lease.id, leaseId: lease.leaseId })
        : TAKE_PROGRESS.bind(trx, place)
      const { numAffectedRows } = await trx.executeQuery(statement)
      if (numAffectedRows !== 1n) throw new LeaseLostError()
      await insertChecks(trx, { siteNum: this.siteNum, runNum: num }, writes)
    })
  }

  /** Ends a run, in the transaction that ends its job; returns false where the run had ended before. */
  finish(num: number, { state, error, creditsSpent, at }: RunEnding): Promise<boolean> {
    return this.update(num, { state, error, credits_spent: creditsSpent, finished_at: at })
  }

  async isCanceled(num: number): Promise<boolean> {
    const row = await this.#own().select('is_canceled').where('num', '=', num).executeTakeFirst()
    return row?.is_canceled !== 0
  }

  #own() {
    return this.handles.read.selectFrom('citation_run').where('site_num', '=', this.siteNum)
  }
}
