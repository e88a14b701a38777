import { setImmediate as turn } from 'node:timers/promises'
import { StorageDamagedError } from '../../db/errors.ts'
import type { MaintenanceStore } from '../../db/system/maintenance.ts'
import type { QuestionPurge } from '../../db/system/question-purge.ts'
import type { RetainedSite, Retention } from '../../db/system/retention.ts'
import type { EventSink } from '../../db/ingest/event-sink.ts'
import type { IngestSites } from '../../db/system/ingest-sites.ts'
import { DAY_MS, HOUR_MS, type Clock } from '../lib/time/clock.ts'
import type { Logger } from '../lib/logger.ts'
import { pluralize } from '../lib/text/pluralize.ts'
import { degraded, HEALTHY, type PartHealth } from '../kernel/ports/health.ts'
import { keepingPlan } from '../kernel/plan/granted-plan.ts'
import { PLAN_LIMITS } from '../kernel/plan/plans.ts'
import { dayStart, localDay, monthStart } from '../lib/time/zone.ts'
import { costlyWork } from './costly-work.ts'

/** The number of questions that one transaction changes: live events are stored between two of them. */
const WORDING_STEP = 50
/** The number of organizations that one search for ended plans returns. */
const PLANS_A_STEP = 100
/**
 * The most attempts that are kept of a subscription: at most 340 MB with the longest answers, and 6 MB with usual ones.
 */
const MOST_DELIVERIES = 20_000
/** The number of organizations in one line of the log. */
const HEADS_A_LINE = 100

interface Parts {
  maintenance: MaintenanceStore
  questionPurge: QuestionPurge
  retention: Retention
  sites: IngestSites
  events: EventSink
  /** The most calls of assistants that are kept of an organization. */
  mostAssistantCalls: number
  /** Stores and reports the changes of an organization's plan that came by the clock alone. */
  settlePlan(orgId: string): Promise<void>
  /** Ends rights of what people made that exceed their roles. */
  endOutlivedRights(): Promise<void>
  /** The clock, which is read once an hour. */
  now: Clock
  log: Logger
}

/**
 * Does work after the answer, one piece at a time: emptying deleted sites, recounting rollups, deleting expired data.
 * Each piece is marked in the database before it starts, so `resume` finds unfinished work after a stop.
 */
export class MaintenanceRunner implements AsyncDisposable {
  readonly #parts: Parts
  readonly #queue = costlyWork({ concurrency: 1, maxWaiting: 10_000 })
  /** Names of the tasks that wait or run, so that one task is not done twice at once. */
  readonly #waiting = new Set<string>()
  /** Names of the tasks whose last run failed. */
  readonly #failed = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #closing = false
  /** The last day, counted from 1970, whose heads of audit logs were written into the log. */
  #toldDay: number | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Takes up the work that the last process left, and deletes expired rows now and every hour. */
  async resume(): Promise<void> {
    await this.#findStaleSumsFirst()
    // Questions that were stored before wordings existed get theirs, and are in one topic from then on.
    this.#startSteps('find wordings', async () => {
      const taken = await this.#parts.events.findWordings(WORDING_STEP)
      return taken === WORDING_STEP
    })
    this.#start('end outlived rights', () => this.#parts.endOutlivedRights())
    this.hourly()
    this.#timer = setInterval(() => this.hourly(), HOUR_MS)
    this.#timer.unref()
  }

  /** Finds stale sums at the start. Damaged tables are reported elsewhere, and do not keep others from being served. */
  async #findStaleSumsFirst(): Promise<void> {
    try {
      await this.#findStaleSums()
    } catch (error) {
      if (!(error instanceof StorageDamagedError)) throw error
    }
  }

  /** Starts the tasks that are due every hour. */
  hourly(): void {
    const nowMs = this.#parts.now()
    this.#start('find deletions', () => this.#findDeletions())
    this.#start('find stale sums', () => this.#findStaleSums())
    this.#startSteps('forget expired rows', () => this.#parts.maintenance.forgetExpiredStep(nowMs))
    this.#start('forget old events', () => this.#forgetOldEvents(nowMs))
    this.#start('settle plans', () => this.#settlePlans(nowMs))
    this.#start('forget calls', () => this.#forgetCallsTooMany())
    this.#start('forget deliveries', () => this.#forgetDeliveriesTooMany())
    this.#start('tell heads of audit logs', () => this.#tellAuditHeads(Math.floor(nowMs / DAY_MS)))
  }

  /**
   * Finds sites whose sums are of an older version or another zone, or in an order that a jump of the clock has
   * broken, and recounts their sums.
   */
  async #findStaleSums(): Promise<void> {
    for (const site of await this.#parts.maintenance.staleSites()) this.rebuildRollups(site)
  }

  /**
   * Finds sites and questions that wait to be deleted, and starts their deletion; this includes sites that another
   * process deleted and had no time to empty.
   */
  async #findDeletions(): Promise<void> {
    const { maintenance, questionPurge } = this.#parts
    for (const num of await maintenance.deletedSites()) this.purgeDeletedSite(num)
    for (const num of await questionPurge.sites()) this.purgeQuestions(num)
  }

  purgeDeletedSite(siteNum: number): void {
    this.#once(`purge deleted site ${siteNum}`, () => this.#parts.maintenance.purgeStep(siteNum))
  }

  /** Deletes the questions of a site's readers, up to the mark that the site has for this. */
  purgeQuestions(siteNum: number): void {
    this.#once(`purge questions of site ${siteNum}`, () => this.#parts.questionPurge.step(siteNum))
  }

  /** Runs a task in steps until one says that nothing is left; other work gets a turn between two steps. */
  #once(task: string, step: () => Promise<boolean>): void {
    if (this.#closing || this.#waiting.has(task)) return
    this.#waiting.add(task)
    this.#startSteps(task, step)
  }

  rebuildRollups({ num, id }: { num: number; id: string }): void {
    const steps = this.#parts.maintenance.rebuild(num)
    this.#once(`rebuild rollups of site ${num}`, async () => {
      const { done } = await steps.next()
      this.#parts.sites.invalidate(id)
      return done !== true
    })
  }

  health(): PartHealth {
    if (this.#failed.size === 0) return HEALTHY
    return degraded(`${pluralize(this.#failed.size, 'task')} failed; the log says which, and why`)
  }

  onIdle(): Promise<void> {
    return this.#queue.onIdle()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing = true
    clearInterval(this.#timer)
    await this.#queue.onIdle()
  }

  /** Deletes single events that a plan no longer keeps, site by site; their daily sums stay. */
  async #forgetOldEvents(nowMs: number): Promise<void> {
    for (const site of await this.#parts.retention.sites()) await this.#forgetOldOf(site, nowMs)
  }

  async #forgetOldOf(site: RetainedSite, nowMs: number): Promise<void> {
    const { num, id, rollup_timezone: zone, raw_from } = site
    const { retention, sites } = this.#parts
    const { rawDays, rollupMonths } = PLAN_LIMITS[keepingPlan(site, nowMs)]
    const today = localDay(zone, nowMs)
    if (Number.isFinite(rawDays)) {
      const fromMs = Math.max(raw_from, dayStart(zone, today - rawDays))
      await retention.keepFrom(num, fromMs)
      sites.invalidate(id)
      await this.#untilDone(() => retention.forgetStep(num, fromMs))
    }
    if (Number.isFinite(rollupMonths)) {
      const day = monthStart(today, -rollupMonths)
      await this.#untilDone(() => retention.forgetRollupsStep(num, day))
      const beforeMs = dayStart(zone, day)
      await this.#untilDone(() => retention.forgetChecksStep(num, beforeMs))
    }
  }

  /** Ends trials, graces and cancelled plans whose time has come; their limits apply already. */
  async #settlePlans(nowMs: number): Promise<void> {
    const { maintenance } = this.#parts
    for (let after: string | undefined = ''; after !== undefined && !this.#closing;) {
      const due: string[] = await maintenance.overduePlans(nowMs, after, PLANS_A_STEP)
      for (const orgId of due) if (!this.#closing) await this.#parts.settlePlan(orgId)
      after = due.at(-1)
    }
  }

  /** Deletes the oldest calls of assistants beyond the number that an organization may keep. */
  async #forgetCallsTooMany(): Promise<void> {
    const { maintenance, mostAssistantCalls } = this.#parts
    for (const orgId of await maintenance.organizationIds()) {
      if (this.#closing) return
      const place = await maintenance.newestCallTooMany(orgId, mostAssistantCalls)
      if (place) await this.#untilDone(() => maintenance.forgetCallsStep(orgId, place))
    }
  }

  async #forgetDeliveriesTooMany(): Promise<void> {
    const { maintenance } = this.#parts
    for (const subscription of await maintenance.webhookSubscriptions()) {
      await this.#untilDone(() => maintenance.forgetDeliveriesStep(subscription, MOST_DELIVERIES))
    }
  }

  /**
   * Writes the ends of the audit logs into the log once a day: with the kept log, rewriting an audit log can be
   * detected.
   */
  async #tellAuditHeads(day: number): Promise<void> {
    if (this.#toldDay === day) return
    for (let after = ''; ;) {
      const heads = await this.#parts.maintenance.auditHeads(after, HEADS_A_LINE)
      const last = heads.at(-1)
      if (!last) break
      const auditHeads = heads.map(
        (head) => `${head.org_id} ${head.seq}:${head.hash.toString('hex')}`,
      )
      this.#parts.log.info({ auditHeads }, 'audit logs end here')
      after = last.org_id
    }
    this.#toldDay = day
  }

  /**
   * Runs steps while there are more, and lets other work in between two of them, since a step does not yield by
   * itself.
   */
  async #untilDone(step: () => Promise<boolean>): Promise<void> {
    while (!this.#closing && (await step())) await turn()
  }

  #startSteps(task: string, step: () => Promise<boolean>): void {
    this.#start(task, () => this.#untilDone(step))
  }

  #start(task: string, work: () => Promise<void>): void {
    if (this.#closing) return
    this.#queue
      .run(work)
      .then(() => this.#failed.delete(task))
      .catch((error: unknown) => {
        this.#failed.add(task)
        this.#parts.log.error({ task, err: error }, 'maintenance failed; it is tried again later')
      })
      // A task that found no room to wait is forgotten too.
      .finally(() => this.#waiting.delete(task))
  }
}
