import { setImmediate as turn } from 'node:timers/promises'
import { CallerLeftError, QueryTimeoutError } from '../../../db/errors.ts'
import { forEachConcurrent } from '../../lib/concurrency/for-each-concurrent.ts'
import { reachedRows, type OrgContext } from '../door/operation.ts'
import type { SiteHead } from '../names/meant-sites.ts'
import { type LeftOut, leftOutFor } from './left-out.ts'
import type { SiteQuestion } from './site-question.ts'

/** The milliseconds that one call may take for all its sites. */
export const SITES_LIMIT_MS = 10_000
/** The number of sites that are read at once: as many as an organization may hold reading threads. */
const AT_ONCE = 2

/** The part that was found of one site. */
export interface SitePart<T> {
  question: SiteQuestion
  found: T
}

/** The parts that were found of sites, in the order of the sites, and the sites that were not read to the end. */
export interface InTurn<T> {
  parts: SitePart<T>[]
  left: LeftOut[]
}

/**
 * Asks the same of several sites, two at a time. Each site is looked up when its turn comes, takes a place of its own
 * in the queue of reads, and lets the event loop go on before the next. Sites without an answer in time are left out.
 */
export async function sitesInTurn<T>(
  { ctx, ...asked }: Omit<SiteQuestion, 'site'>,
  sites: readonly SiteHead[],
  work: (question: SiteQuestion) => Promise<T>,
): Promise<InTurn<T>> {
  using limit = new CallLimit(ctx)
  const db = reachedRows(ctx.app, ctx.principal, limit.untilLeft)
  const parts: SitePart<T>[][] = []
  const left: LeftOut[][] = []
  const leave = (i: number, head: SiteHead, reason: LeftOut['reason']): void => {
    left[i] = [leftOutFor(head, reason)]
  }
  await forEachConcurrent(sites.entries(), AT_ONCE, async ([i, head]) => {
    await turn()
    if (limit.isOver()) return leave(i, head, 'time')
    const site = await db.sites.find(head.id)
    if (!site) return leave(i, head, 'deleted')
    const isOneOfSeveral = sites.length > 1
    const question = { ctx: { ...ctx, db }, ...asked, site, isOneOfSeveral }
    try {
      parts[i] = [{ question, found: await work(question) }]
    } catch (error) {
      if (error instanceof QueryTimeoutError) leave(i, head, 'too_costly')
      else if (error instanceof CallerLeftError && limit.isOver()) leave(i, head, 'time')
      else throw error
    }
  })
  return { parts: parts.flat(), left: left.flat() }
}

/** The time limit of one call. It gives a signal that is aborted when the time is over or the caller leaves. */
class CallLimit implements Disposable {
  readonly #elapsed: () => number
  readonly #startedAt: number
  readonly #late = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #disconnected: AbortSignal | undefined
  readonly #either: AbortSignal

  constructor({ app, caller }: OrgContext) {
    this.#elapsed = app.elapsed
    this.#startedAt = app.elapsed()
    this.#timer = setTimeout(() => this.#late.abort(), SITES_LIMIT_MS)
    this.#disconnected = caller.disconnectSignal?.()
    const signals = this.#disconnected ? [this.#disconnected] : []
    this.#either = AbortSignal.any([this.#late.signal, ...signals])
  }

  readonly untilLeft = (): AbortSignal => this.#either

  /** True where the time of the call is over. Throws CallerLeftError where the caller has left. */
  isOver(): boolean {
    if (this.#disconnected?.aborted) throw new CallerLeftError()
    return this.#late.signal.aborted || this.#elapsed() - this.#startedAt > SITES_LIMIT_MS
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
  }
}
