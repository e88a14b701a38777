import {
  advancePairs,
  latestEventSpan,
  mustStore,
  needsLatestEvent,
  UNUSED_ENGINE,
  type EngineDay,
} from '../../../src/domain/events/day-rules.ts'
import type { SiteDay } from '../../../src/domain/events/site-day.ts'
import {
  advanceVisitor,
  beginsVisit,
  UNSEEN_VISITOR,
  type SourceKinds,
  type VisitorDay,
  type VisitSource,
} from '../../../src/domain/events/visits.ts'
import { localDay } from '../../../src/lib/time/zone.ts'
import type { SqliteConnection } from '../connect.ts'
import type { VisitSources } from './visit-sources.ts'

const SECOND_MS = 1_000

/** A visitor with an event in the group on one day: as stored, and as it is with the events of the group so far. */
interface SeenVisitor {
  visitor: Buffer
  stored: VisitorDay
  now: VisitorDay
}

/**
 * A row of `visitor_day`, in which `sources` is the number of the visitor's sources; where there are several,
 * `visitor_source` has them.
 */
type VisitorRow = Omit<VisitorDay, 'sources'> & { sources: number }

/**
 * The days that may still take live events, with the visitors who were seen on them and the counts of these visitors.
 */
export class OpenDays {
  readonly #sources: VisitSources
  readonly #statements
  /** The visitors with events in the present group, by day. */
  readonly #seen = new Map<SiteDay, Map<string, SeenVisitor>>()
  /**
   * The days on which an event came from before the latest visit of its visitor, so that the order of events must be
   * found again.
   */
  readonly #disordered = new Set<SiteDay>()

  constructor(connection: SqliteConnection, sources: VisitSources) {
    this.#sources = sources
    this.#statements = prepareStatements(connection)
  }

  /**
   * Counts an event, which is not stored yet, with its visitor and its visit; `own` is the source of the event's own
   * page. Returns the number of the visit's source, or 0 where the day must be counted again; the page that the visit
   * began with; and the time of the event. An event at the very instant in which its visit began is moved one
   * millisecond later, so that a visit has one first event. In the last millisecond of a day the event keeps its time,
   * and counting the day again decides which event was first.
   */
  follow(
    siteDay: SiteDay,
    event: { at: number; kind: number; visitor: Buffer; page: number },
    own: VisitSource,
  ): { at: number; source: number; entry: number } {
    const seen = this.#visitorOf(siteDay, event.visitor)
    const { kind, page } = event
    const isAtStart = event.at === seen.now.sessionAt
    const isStuck = isAtStart && this.#isLastOfDay(siteDay, event.at)
    const at = isAtStart && !isStuck ? event.at + 1 : event.at
    const begins = beginsVisit(seen.now, this.#latestAt(siteDay, seen, at), at)
    if (begins === undefined || isStuck) {
      this.#disordered.add(siteDay)
      return { at, source: 0, entry: page }
    }
    const source = begins ? this.#sources.numOf(siteDay.siteNum, own) : seen.now.source
    const entry = begins ? page : seen.now.entry
    const valuesOf = (num: number) => this.#sources.valuesOf(siteDay.siteNum, num)
    if (begins) siteDay.countSession(valuesOf(source))
    siteDay.countVisitor(kind, seen.now)
    siteDay.countSource(kind, seen.now, source, valuesOf)
    seen.now = advanceVisitor(seen.now, { at, kind, source, entry, begins })
    return { at, source, entry }
  }

  /**
   * Counts the returns of a day, and stores its visitors and returns as far as they changed; returns false, and stores
   * nothing, where the day must be counted again.
   */
  store(siteDay: SiteDay): boolean {
    const { siteNum, day } = siteDay
    const { findPair, putPair, putSource, putVisitor } = this.#statements
    if (this.#disordered.has(siteDay)) return false
    const pairs = Array.from(siteDay.pairs(), (pair) => {
      const known = findPair.get(day, siteNum, pair.visitor, pair.engine) ?? UNUSED_ENGINE
      return { pair, known }
    })
    const advanced = advancePairs(siteDay, pairs)
    if (advanced === undefined) return false
    for (const { visitor, stored, now } of this.#seen.get(siteDay)?.values() ?? []) {
      if (!mustStore(stored, now)) continue
      const { kinds, sessionAt, lastAt, source, entry, sources } = now
      const visit = [sessionAt, lastAt, source, entry]
      putVisitor.run(day, siteNum, visitor, kinds, ...visit, sources.length)
      if (sources.length < 2) continue
      for (const one of sources) {
        if (!stored.sources.includes(one) || stored.sources.length < 2) {
          putSource.run(day, siteNum, visitor, one.source, one.kinds)
        }
      }
    }
    for (const { visitor, engine, next } of advanced) {
      putPair.run(day, siteNum, visitor, engine, next.clickAt, next.referralAt, next.returned)
    }
    return true
  }

  /** Drops the visitors of a group that is stored or rolled back. */
  forget(): void {
    this.#seen.clear()
    this.#disordered.clear()
  }

  #visitorOf(siteDay: SiteDay, visitor: Buffer): SeenVisitor {
    const { siteNum, day } = siteDay
    const ofDay = this.#seen.get(siteDay) ?? new Map<string, SeenVisitor>()
    this.#seen.set(siteDay, ofDay)
    const id = visitor.toString('latin1')
    const known = ofDay.get(id)
    if (known) return known
    const row = this.#statements.findVisitor.get(day, siteNum, visitor)
    const stored = row
      ? { ...row, sources: this.#sourcesOf(siteDay, visitor, row) }
      : UNSEEN_VISITOR
    const seen = { visitor, stored, now: stored }
    ofDay.set(id, seen)
    return seen
  }

  #sourcesOf({ siteNum, day }: SiteDay, visitor: Buffer, row: VisitorRow): SourceKinds[] {
    const { source, kinds, sources } = row
    if (sources < 2) return [{ source, kinds }]
    return this.#statements.findSources.all(day, siteNum, visitor)
  }

  /**
   * Returns true for the last millisecond of a local day. Days begin at whole seconds, so the zone is seldom asked for.
   */
  #isLastOfDay({ siteNum, day }: SiteDay, at: number): boolean {
    if ((at + 1) % SECOND_MS !== 0) return false
    const site = this.#statements.findZone.get(siteNum)
    return site !== undefined && localDay(site.zone, at + 1) !== day
  }

  #latestAt({ siteNum }: SiteDay, { visitor, now }: SeenVisitor, at: number): number {
    if (!needsLatestEvent(now, at)) return now.lastAt
    const [from, to] = latestEventSpan(now)
    return this.#statements.findLatest.get(siteNum, from, to, visitor)?.at ?? now.lastAt
  }
}

function prepareStatements(connection: SqliteConnection) {
  return {
    findVisitor: connection.prepare<[number, number, Buffer], VisitorRow>(
      'SELECT kinds, session_at AS sessionAt, last_at AS lastAt, source, entry, sources FROM visitor_day WHERE day = ? AND site_num = ? AND visitor = ?',
    ),
    findSources: connection.prepare<[number, number, Buffer], SourceKinds>(
      'SELECT source, kinds FROM visitor_source WHERE day = ? AND site_num = ? AND visitor = ?',
    ),
    findLatest: connection.prepare<[number, number, number, Buffer], { at: number | null }>(
      'SELECT MAX(at) AS at FROM event WHERE site_num = ? AND at > ? AND at < ? AND visitor = ?',
    ),
    findZone: connection.prepare<[number], { zone: string }>(
      'SELECT rollup_timezone AS zone FROM site WHERE num = ?',
    ),
    findPair: connection.prepare<[number, number, Buffer, number], EngineDay>(
      'SELECT click_at AS clickAt, referral_at AS referralAt, returned FROM return_day WHERE day = ? AND site_num = ? AND visitor = ? AND engine = ?',
    ),
    putVisitor: connection.prepare(
      'INSERT INTO visitor_day (day, site_num, visitor, kinds, session_at, last_at, source, entry, sources) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (day, site_num, visitor) DO UPDATE SET kinds = excluded.kinds, session_at = excluded.session_at, last_at = excluded.last_at, source = excluded.source, entry = excluded.entry, sources = excluded.sources',
    ),
    putSource: connection.prepare(
      'INSERT INTO visitor_source (day, site_num, visitor, source, kinds) VALUES (?, ?, ?, ?, ?) ON CONFLICT (day, site_num, visitor, source) DO UPDATE SET kinds = excluded.kinds',
    ),
    putPair: connection.prepare(
      'INSERT INTO return_day (day, site_num, visitor, engine, click_at, referral_at, returned) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (day, site_num, visitor, engine) DO UPDATE SET click_at = excluded.click_at, referral_at = excluded.referral_at, returned = excluded.returned',
    ),
  }
}
