import { ANY_KIND, EVENT_KINDS, FACT_DIMENSIONS, type FactDimension } from '../facts/kinds.ts'
import type { SqliteConnection } from '../sqlite/connect.ts'

/** What one stored event is counted under. */
export interface CountedEvent {
  kind: number
  visitor: Buffer
  values: Readonly<Record<FactDimension, number>>
}

const DIMENSIONS = Object.entries(FACT_DIMENSIONS) as [FactDimension, number][] // @NOTE keys of a literal

const KINDS = 1 + Math.max(...Object.values(EVENT_KINDS))
const DIMS = 1 + Math.max(...Object.values(FACT_DIMENSIONS))

/** What a group of events adds to one day of one site. */
export class SiteDay {
  readonly siteNum: number
  readonly day: number
  /** By kind; 0 is any. */
  readonly events = Array.from({ length: KINDS }, () => 0)
  readonly visitors = Array.from({ length: KINDS }, () => 0)
  /** By value, dimension and kind in one number, which is cheaper to look up than a text. */
  readonly #dims = new Map<number, number>()
  readonly #seen = new Map<string, { visitor: Buffer; kinds: number }>()

  constructor(siteNum: number, day: number) {
    this.siteNum = siteNum
    this.day = day
  }

  add({ kind, visitor, values }: CountedEvent): void {
    this.#count(kind)
    this.#count(ANY_KIND)
    for (const [name, dim] of DIMENSIONS) {
      const key = (values[name] * DIMS + dim) * KINDS + kind
      this.#dims.set(key, (this.#dims.get(key) ?? 0) + 1)
    }
    const id = visitor.toString('latin1')
    const seen = this.#seen.get(id)
    if (seen) seen.kinds |= 1 << kind
    else this.#seen.set(id, { visitor, kinds: 1 << kind })
  }

  /** Counts a visitor who was not yet known on that day, once for each new kind and once for the day. */
  meet(newKinds: number, isNewToday: boolean): void {
    if (isNewToday) this.visitors[ANY_KIND] = (this.visitors[ANY_KIND] ?? 0) + 1
    for (let kind = 1; newKinds >> kind > 0; kind++) {
      if ((newKinds >> kind) & 1) this.visitors[kind] = (this.visitors[kind] ?? 0) + 1
    }
  }

  /** Visitors of the group with the kinds that they showed, each once. */
  seen(): Iterable<{ visitor: Buffer; kinds: number }> {
    return this.#seen.values()
  }

  *dims(): Generator<{ dim: number; kind: number; value: number; events: number }> {
    for (const [key, events] of this.#dims) {
      const rest = Math.floor(key / KINDS)
      yield { dim: rest % DIMS, kind: key % KINDS, value: Math.floor(rest / DIMS), events }
    }
  }

  #count(kind: number): void {
    this.events[kind] = (this.events[kind] ?? 0) + 1
  }
}

/**
 * What a group of events adds to the rollups, summed in memory first: five hundred events touch
 * a few hundred rows, not three thousand.
 */
export class RollupDelta {
  readonly #siteDays = new Map<number, SiteDay[]>()

  add(siteNum: number, day: number, event: CountedEvent): void {
    this.#siteDay(siteNum, day).add(event)
  }

  *siteDays(): Generator<SiteDay> {
    for (const days of this.#siteDays.values()) yield* days
  }

  #siteDay(siteNum: number, day: number): SiteDay {
    const days = this.#siteDays.get(siteNum) ?? []
    const known = days.find((candidate) => candidate.day === day)
    if (known) return known
    const fresh = new SiteDay(siteNum, day)
    this.#siteDays.set(siteNum, [...days, fresh])
    return fresh
  }
}

/** Adds a delta to the stored rollups, inside the transaction of its events. */
export class RollupWriter {
  readonly #addDay
  readonly #addDim
  readonly #findVisitor
  readonly #putVisitor
  readonly #countVisitors

  constructor(connection: SqliteConnection) {
    this.#addDay = connection.prepare(
      'INSERT INTO rollup_day (site_num, day, kind, events, visitors) VALUES (?, ?, ?, ?, ?) ON CONFLICT (site_num, day, kind) DO UPDATE SET events = events + excluded.events, visitors = visitors + excluded.visitors',
    )
    this.#addDim = connection.prepare(
      'INSERT INTO rollup_dim (site_num, dim, day, kind, val, events) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (site_num, dim, day, kind, val) DO UPDATE SET events = events + excluded.events',
    )
    this.#findVisitor = connection.prepare<[number, number, Buffer], { kinds: number }>(
      'SELECT kinds FROM visitor_day WHERE day = ? AND site_num = ? AND visitor = ?',
    )
    this.#putVisitor = connection.prepare(
      'INSERT INTO visitor_day (day, site_num, visitor, kinds) VALUES (?, ?, ?, ?) ON CONFLICT (day, site_num, visitor) DO UPDATE SET kinds = excluded.kinds',
    )
    this.#countVisitors = connection.prepare(
      'UPDATE rollup_day SET visitors = (SELECT COUNT(DISTINCT visitor) FROM event WHERE event.site_num = rollup_day.site_num AND at >= @fromMs AND at < @toMs AND (rollup_day.kind = 0 OR event.kind = rollup_day.kind)) WHERE site_num = @siteNum AND day = @day',
    )
  }

  write(delta: RollupDelta, dayIsOpen: (siteNum: number, day: number) => boolean): void {
    for (const siteDay of delta.siteDays()) {
      const { siteNum, day } = siteDay
      if (dayIsOpen(siteNum, day)) this.#meetVisitors(siteDay)
      for (const [kind, events] of siteDay.events.entries()) {
        if (events > 0) this.#addDay.run(siteNum, day, kind, events, siteDay.visitors[kind] ?? 0)
      }
      for (const { dim, kind, value, events } of siteDay.dims()) {
        this.#addDim.run(siteNum, dim, day, kind, value, events)
      }
    }
  }

  /** A closed day keeps no visitors, only their number: history that enters it is counted anew from its events. */
  recount(siteNum: number, day: number, fromMs: number, toMs: number): void {
    this.#countVisitors.run({ siteNum, day, fromMs, toMs })
  }

  #meetVisitors(siteDay: SiteDay): void {
    const { siteNum, day } = siteDay
    for (const { visitor, kinds } of siteDay.seen()) {
      const known = this.#findVisitor.get(day, siteNum, visitor)
      const newKinds = kinds & ~(known?.kinds ?? 0)
      if (newKinds === 0) continue
      this.#putVisitor.run(day, siteNum, visitor, kinds | (known?.kinds ?? 0))
      siteDay.meet(newKinds, known === undefined)
    }
  }
}
