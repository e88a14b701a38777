import { ANY_KIND, FACT_DIMENSIONS, type FactDimension } from '../facts/kinds.ts'
import type { SqliteConnection } from '../sqlite/connect.ts'

/** What one stored event is counted under. */
export interface CountedEvent {
  siteNum: number
  day: number
  kind: number
  visitor: Buffer
  values: Readonly<Record<FactDimension, number>>
}

type DayKey = readonly [siteNum: number, day: number, kind: number]

const DIMENSIONS = Object.entries(FACT_DIMENSIONS) as [FactDimension, number][] // @NOTE keys of a literal

/**
 * What a group of events adds to the rollups, summed in memory first: five hundred events touch
 * a few hundred rows, not three thousand.
 */
export class RollupDelta {
  readonly #days = new Map<string, { key: DayKey; events: number; visitors: number }>()
  readonly #dims = new Map<string, { row: number[]; events: number }>()
  readonly #visitors = new Map<string, { event: CountedEvent; kinds: number }>()

  add(event: CountedEvent): void {
    const { siteNum, day, kind } = event
    this.#day(siteNum, day, kind).events += 1
    this.#day(siteNum, day, ANY_KIND).events += 1
    for (const [name, dim] of DIMENSIONS) {
      const row = [siteNum, dim, kind, day, event.values[name]]
      const id = row.join(' ')
      const known = this.#dims.get(id)
      if (known) known.events += 1
      else this.#dims.set(id, { row, events: 1 })
    }
    const visitorId = `${siteNum} ${day} ${event.visitor.toString('latin1')}`
    const seen = this.#visitors.get(visitorId)
    if (seen) seen.kinds |= 1 << kind
    else this.#visitors.set(visitorId, { event, kinds: 1 << kind })
  }

  /** Visitors of the group with the kinds that they showed, each once. */
  visitors(): Iterable<{ event: CountedEvent; kinds: number }> {
    return this.#visitors.values()
  }

  /** Counts a visitor who was not yet known on that day, once for each new kind and once for the day. */
  addNewVisitor({ siteNum, day }: CountedEvent, newKinds: number, isNewToday: boolean): void {
    if (isNewToday) this.#day(siteNum, day, ANY_KIND).visitors += 1
    for (let kind = 1; newKinds >> kind > 0; kind++) {
      if ((newKinds >> kind) & 1) this.#day(siteNum, day, kind).visitors += 1
    }
  }

  days(): Iterable<{ key: DayKey; events: number; visitors: number }> {
    return this.#days.values()
  }

  dims(): Iterable<{ row: number[]; events: number }> {
    return this.#dims.values()
  }

  #day(siteNum: number, day: number, kind: number): { events: number; visitors: number } {
    const id = `${siteNum} ${day} ${kind}`
    const known = this.#days.get(id)
    if (known) return known
    const fresh = { key: [siteNum, day, kind] as const, events: 0, visitors: 0 }
    this.#days.set(id, fresh)
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
      'INSERT INTO rollup_dim (site_num, dim, kind, day, val, events) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (site_num, dim, kind, day, val) DO UPDATE SET events = events + excluded.events',
    )
    this.#findVisitor = connection.prepare<[number, number, Buffer], { kinds: number }>(
      'SELECT kinds FROM visitor_day WHERE site_num = ? AND day = ? AND visitor = ?',
    )
    this.#putVisitor = connection.prepare(
      'INSERT INTO visitor_day (site_num, day, visitor, kinds) VALUES (?, ?, ?, ?) ON CONFLICT (site_num, day, visitor) DO UPDATE SET kinds = excluded.kinds',
    )
    this.#countVisitors = connection.prepare(
      'UPDATE rollup_day SET visitors = (SELECT COUNT(DISTINCT visitor) FROM event WHERE event.site_num = rollup_day.site_num AND at >= @fromMs AND at < @toMs AND (rollup_day.kind = 0 OR event.kind = rollup_day.kind)) WHERE site_num = @siteNum AND day = @day',
    )
  }

  write(delta: RollupDelta, dayIsOpen: (siteNum: number, day: number) => boolean): void {
    for (const { event, kinds } of delta.visitors()) {
      if (dayIsOpen(event.siteNum, event.day)) this.#meetVisitor(delta, event, kinds)
    }
    for (const { key, events, visitors } of delta.days()) this.#addDay.run(...key, events, visitors)
    for (const { row, events } of delta.dims()) this.#addDim.run(...row, events)
  }

  /** A closed day keeps no visitors, only their number: history that enters it is counted anew from its events. */
  recount(siteNum: number, day: number, fromMs: number, toMs: number): void {
    this.#countVisitors.run({ siteNum, day, fromMs, toMs })
  }

  #meetVisitor(delta: RollupDelta, event: CountedEvent, kinds: number): void {
    const known = this.#findVisitor.get(event.siteNum, event.day, event.visitor)
    const newKinds = kinds & ~(known?.kinds ?? 0)
    if (newKinds === 0) return
    this.#putVisitor.run(event.siteNum, event.day, event.visitor, kinds | (known?.kinds ?? 0))
    delta.addNewVisitor(event, newKinds, known === undefined)
  }
}
