import {
  ANY_KIND,
  DERIVED_KINDS,
  ENGAGED_KINDS,
  EVENT_KINDS,
  ROLLUP_DIMENSIONS,
  type RollupDimension,
} from './event-kinds.ts'

/** The values under which one stored event is counted. */
export interface CountedEvent {
  at: number
  kind: number
  visitor: Buffer
  engine: number
  values: Readonly<Record<RollupDimension, number>>
}

/** The kinds and times of one visitor's events in a group. */
export interface SeenVisitor {
  visitor: Buffer
  kinds: number
  times: number[]
}

/** Clicks on an engine and visits from it, of one visitor. */
export interface SeenPair {
  visitor: Buffer
  engine: number
  events: { at: number; kind: number }[]
}

const DIMENSIONS = Object.entries(ROLLUP_DIMENSIONS) as [RollupDimension, number][] // @NOTE keys of a literal

const KINDS = 1 + Math.max(...Object.values(EVENT_KINDS))
const DIMS = 1 + Math.max(...Object.values(ROLLUP_DIMENSIONS))
const ENGAGED_BITS = ENGAGED_KINDS.reduce((bits, kind) => bits | (1 << kind), 0)
const { ai_click: CLICK, referral: REFERRAL } = EVENT_KINDS

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
  /** Counts by value, dimension and kind in one number, which is cheaper to look up than a text. */
  readonly #dims = new Map<number, number>()
  readonly #seen = new Map<string, SeenVisitor>()
  readonly #pairs = new Map<string, SeenPair>()

  constructor(siteNum: number, day: number) {
    this.siteNum = siteNum
    this.day = day
  }

  add({ at, kind, visitor, engine, values }: CountedEvent): void {
    this.#count(kind).events += 1
    this.#count(ANY_KIND).events += 1
    if (ENGAGED_BITS & (1 << kind)) this.#count(DERIVED_KINDS.engaged).events += 1
    for (const [name, dim] of DIMENSIONS) {
      const key = (values[name] * DIMS + dim) * KINDS + kind
      this.#dims.set(key, (this.#dims.get(key) ?? 0) + 1)
    }
    const id = visitor.toString('latin1')
    const seen = this.#seen.get(id)
    if (seen) {
      seen.kinds |= 1 << kind
      seen.times.push(at)
    } else this.#seen.set(id, { visitor, kinds: 1 << kind, times: [at] })
    if (engine > 0 && (kind === CLICK || kind === REFERRAL)) {
      const pair = this.#pairs.get(`${id}${engine}`) ?? { visitor, engine, events: [] }
      pair.events.push({ at, kind })
      this.#pairs.set(`${id}${engine}`, pair)
    }
  }

  /** Counts a visitor once for each kind that is new on that day, and once for the day itself; both are bits by kind. */
  countVisitor(kinds: number, known: number): void {
    const fresh = kinds & ~known
    if (known === 0) this.#count(ANY_KIND).visitors += 1
    if (fresh & ENGAGED_BITS && !(known & ENGAGED_BITS)) {
      this.#count(DERIVED_KINDS.engaged).visitors += 1
    }
    for (let kind = 1; fresh >> kind > 0; kind++) {
      if ((fresh >> kind) & 1) this.#count(kind).visitors += 1
    }
  }

  countSessions(sessions: number): void {
    if (sessions > 0) this.#count(DERIVED_KINDS.session).events += sessions
  }

  /** Counts a reader who opened an engine for the first time that day, or came back from it. */
  countReturn({ opened, returned }: { opened: boolean; returned: boolean }): void {
    if (opened) this.#count(DERIVED_KINDS.returned).events += 1
    if (returned) this.#count(DERIVED_KINDS.returned).visitors += 1
  }

  counts(): Iterable<[number, Count]> {
    return this.#counts
  }

  seen(): Iterable<SeenVisitor> {
    return this.#seen.values()
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

  #count(kind: number): Count {
    const known = this.#counts.get(kind)
    if (known) return known
    const fresh = { events: 0, visitors: 0 }
    this.#counts.set(kind, fresh)
    return fresh
  }
}
