import {
  ANY_KIND,
  DERIVED_KINDS,
  ENGAGED_KINDS,
  EVENT_KINDS,
  COUNTED_KINDS,
  EVENT_COUNTS,
  isVisitDimension,
  ROLLUP_DIMENSIONS,
  VISIT_COUNTS,
  VISIT_DIMENSIONS,
  type EventDimension,
  type RollupDimension,
  type VisitCount,
  type VisitDimension,
} from './event-kinds.ts'
import { isFirstEngagement, type VisitorDay, type VisitSource } from './visits.ts'

/** The values under which one stored event is counted. */
export interface CountedEvent {
  at: number
  kind: number
  visitor: Buffer
  engine: number
  values: Readonly<Record<EventDimension, number>>
  /** The source of the visit to which the event belongs. */
  source: VisitSource
}

/** Clicks on an engine and visits from it, of one visitor. */
export interface SeenPair {
  visitor: Buffer
  engine: number
  events: { at: number; kind: number }[]
}

const DIMENSIONS = (Object.entries(ROLLUP_DIMENSIONS) as [RollupDimension, number][]) // @NOTE keys of a literal
  .flatMap(([name, dim]) => (isVisitDimension(name) ? [] : [{ name, dim }]))

const KINDS = 1 + Math.max(...Object.values(EVENT_KINDS))
/**
 * The index of each count in `VISIT_COUNTS` by its name; `PLACE_OF_KIND` has the index of a kind's events by the kind's
 * number.
 */
const PLACES = Object.fromEntries(VISIT_COUNTS.map((count, place) => [count, place])) as Record<
  VisitCount,
  number
> // @NOTE built from all names
const PLACE_OF_KIND: ReadonlyMap<number, number> = new Map(
  COUNTED_KINDS.map((kind) => [EVENT_KINDS[kind], PLACES[EVENT_COUNTS[kind]]]),
)
const DIMS = 1 + Math.max(...Object.values(ROLLUP_DIMENSIONS))
const ENGAGED_BITS = ENGAGED_KINDS.reduce((bits, kind) => bits | (1 << kind), 0)
const { ai_click: CLICK, impression: IMPRESSION, referral: REFERRAL } = EVENT_KINDS

interface Count {
  events: number
  visitors: number
}

/** Sums what a group of events adds to one day of one site. */
export class SiteDay {
  readonly siteNum: number
  readonly day: number
  /** Counts by kind, as in `rollup_day`. */
  readonly #counts = new Map<number, Count>()
  /**
   * Counts of events, keyed by one number made of value, dimension and kind, which is cheaper to look up than a text.
   */
  readonly #dims = new Map<number, number>()
  /** The counts of visits by value and dimension, in the order of `VISIT_COUNTS`. */
  readonly #visits = new Map<number, number[]>()
  readonly #pairs = new Map<string, SeenPair>()

  constructor(siteNum: number, day: number) {
    this.siteNum = siteNum
    this.day = day
  }

  add({ at, kind, visitor, engine, values, source }: CountedEvent): void {
    this.#count(kind).events += 1
    this.#count(ANY_KIND).events += 1
    if (ENGAGED_BITS & (1 << kind)) this.#count(DERIVED_KINDS.engaged).events += 1
    for (const { name, dim } of DIMENSIONS) this.#countDim(dim, kind, values[name])
    const place = PLACE_OF_KIND.get(kind)
    if (place !== undefined) {
      for (const name of VISIT_DIMENSIONS) this.#countVisit(name, source[name], place)
    }
    if (engine > 0 && (kind === CLICK || kind === REFERRAL)) {
      const id = visitor.toString('latin1')
      const pair = this.#pairs.get(`${id}${engine}`) ?? { visitor, engine, events: [] }
      pair.events.push({ at, kind })
      this.#pairs.set(`${id}${engine}`, pair)
    }
  }

  /** Counts a visitor once for the day, and once for each kind that is new on that day. */
  countVisitor(kind: number, { kinds: known }: VisitorDay): void {
    const bit = 1 << kind
    if (known === 0) this.#count(ANY_KIND).visitors += 1
    if ((known & bit) !== 0) return
    this.#count(kind).visitors += 1
    if (isFirstEngagement(known, bit)) this.#count(DERIVED_KINDS.engaged).visitors += 1
  }

  /**
   * Counts a visitor once for each value of a visit's source that is new on that day, or new together with the kind;
   * `valuesOf` tells the values behind the numbers of sources.
   */
  countSource(
    kind: number,
    { sources }: VisitorDay,
    source: number,
    valuesOf: (source: number) => VisitSource,
  ): void {
    const bit = 1 << kind
    const own = sources.find((one) => one.source === source)
    if (own && (own.kinds & bit) !== 0) return
    const values = valuesOf(source)
    for (const name of VISIT_DIMENSIONS) {
      const value = values[name]
      const same = sources.filter((one) => valuesOf(one.source)[name] === value)
      const known = same.reduce((bits, { kinds }) => bits | kinds, 0)
      if (known === 0) this.#countVisit(name, value, PLACES.readers)
      if ((known & bit) !== 0) continue
      if (kind === IMPRESSION) this.#countVisit(name, value, PLACES.viewers)
      if (kind === CLICK) this.#countVisit(name, value, PLACES.clickers)
      if (isFirstEngagement(known, bit)) this.#countVisit(name, value, PLACES.engaged)
    }
  }

  /** Counts a visit that begins. */
  countSession(source: VisitSource): void {
    this.#count(DERIVED_KINDS.session).events += 1
    for (const name of VISIT_DIMENSIONS) this.#countVisit(name, source[name], PLACES.sessions)
  }

  /** Counts a reader who opened an engine for the first time that day, or came back from it. */
  countReturn({ opened, returned }: { opened: boolean; returned: boolean }): void {
    if (opened) this.#count(DERIVED_KINDS.returned).events += 1
    if (returned) this.#count(DERIVED_KINDS.returned).visitors += 1
  }

  counts(): Iterable<[number, Count]> {
    return this.#counts
  }

  pairs(): Iterable<SeenPair> {
    return this.#pairs.values()
  }

  *dims(): Generator<{ dim: number; kind: number; value: number; events: number }> {
    for (const [key, events] of this.#dims) {
      const rest = Math.floor(key / KINDS)
      yield { dim: rest % DIMS, kind: key % KINDS, value: Math.floor(rest / DIMS), events }
    }
  }

  /** Yields the rows to add to `rollup_visit`, with counts in the order of `VISIT_COUNTS`. */
  *visits(): Generator<{ dim: number; value: number; counts: readonly number[] }> {
    for (const [key, counts] of this.#visits) {
      yield { dim: key % DIMS, value: Math.floor(key / DIMS), counts }
    }
  }

  #countVisit(dimension: VisitDimension, value: number, place: number): void {
    const key = value * DIMS + ROLLUP_DIMENSIONS[dimension]
    const known = this.#visits.get(key)
    const counts = known ?? VISIT_COUNTS.map(() => 0)
    counts[place] = (counts[place] ?? 0) + 1
    if (!known) this.#visits.set(key, counts)
  }

  #countDim(dim: number, kind: number, value: number): void {
    const key = (value * DIMS + dim) * KINDS + kind
    this.#dims.set(key, (this.#dims.get(key) ?? 0) + 1)
  }

  #count(kind: number): Count {
    const known = this.#counts.get(kind)
    if (known) return known
    const fresh = { events: 0, visitors: 0 }
    this.#counts.set(kind, fresh)
    return fresh
  }
}
