import { hash } from 'node:crypto'
import { systemMonotonicClock } from '../../../src/lib/time/clock.ts'
import { dayBounds, localDay } from '../../../src/lib/time/zone.ts'
import { EVENT_KINDS } from '../../../src/domain/events/event-kinds.ts'
import type { SqliteConnection } from '../connect.ts'
import {
  HourlyQuotas,
  UNLIMITED_QUOTA,
  type Quota,
} from '../../../src/domain/events/hourly-quotas.ts'
import { EventDeduplicator } from './event-deduplicator.ts'
import { EventWriter } from './event-writer.ts'
import { Dictionary, type AddressedSite } from './dictionary.ts'
import { MonotonicEventTimes } from '../../../src/domain/events/monotonic-event-times.ts'
import type {
  BatchResult,
  Beacon,
  EventBatch,
  NewEvent,
} from '../../../src/domain/events/new-event.ts'
import { storedReferrer, storedVisit } from '../../../src/domain/events/visits.ts'
import type { EmittedEvent } from '../../../src/domain/webhooks/emitted-event.ts'
import { QuestionStore } from './question-store.ts'
import { RollupDelta } from '../../../src/domain/events/rollup-delta.ts'
import { OpenDays } from './open-days.ts'
import { OwnSources } from './own-sources.ts'
import { RollupWriter } from './rollup-writer.ts'
import { VisitSources } from './visit-sources.ts'
import { VisitorIds } from './visitor-ids.ts'

/** The days for which visitors are stored: today and the day before, as long as a salt lives. */
const OPEN_DAYS = 2

/** The state that the batches of one transaction share. */
class WriteGroup {
  readonly delta = new RollupDelta()
  readonly zones = new Map<number, string>()
  readonly rawFrom = new Map<number, number>()
  readonly addressesVersions = new Map<number, number>()
  /** The time of the latest event of a page, by the number of the page. */
  readonly touched = new Map<number, number>()
  /** The days with imported events, which are counted again. */
  readonly recounted = new Map<string, { siteNum: number; day: number; zone: string }>()
  readonly installed: InstalledSite[] = []
  receivedAt = 0
  /** The time of the latest live event, in epoch milliseconds. */
  latestAt = 0

  addressed(num: number): AddressedSite {
    return { num, addressesVersion: this.addressesVersions.get(num) ?? 0 }
  }
}

/** The data that storing an event needs in addition to the event. */
interface EventContext {
  zone: string
  /** The quota of new rows that the sender of the event may still add to the site. */
  allowance: Quota
  batch: EventBatch
  group: WriteGroup
}

/** A site whose first beacon is in a group, with the event that reports the installation. */
export interface InstalledSite {
  site: { num: number; id: string }
  orgId: string
  event: EmittedEvent
}

/**
 * Writes batches of events with everything that depends on them. Every call has to be made inside an open transaction.
 */
export class EventStore {
  readonly #dictionary: Dictionary
  readonly #visitorIds: VisitorIds
  readonly #sources: VisitSources
  readonly #ownSources: OwnSources
  readonly #openDays: OpenDays
  readonly #rollups: RollupWriter
  readonly #events: EventWriter
  readonly #questions: QuestionStore
  readonly #arrivals: EventDeduplicator
  readonly #order = new MonotonicEventTimes()
  readonly #quotas = new HourlyQuotas()
  readonly #statements

  constructor(connection: SqliteConnection) {
    this.#dictionary = new Dictionary(connection)
    this.#visitorIds = new VisitorIds(connection)
    this.#sources = new VisitSources(connection)
    this.#ownSources = new OwnSources(this.#dictionary, this.#sources)
    this.#openDays = new OpenDays(connection, this.#sources)
    this.#rollups = new RollupWriter(connection, this.#openDays)
    this.#events = new EventWriter(connection)
    this.#questions = new QuestionStore(connection)
    this.#arrivals = new EventDeduplicator(connection)
    this.#statements = prepareStatements(connection)
  }

  /**
   * Stores the batches; `results` has one entry for each. The caller has to emit the events of `installed` sites in the
   * same transaction.
   */
  store(batches: readonly EventBatch[]): { results: BatchResult[]; installed: InstalledSite[] } {
    const group = new WriteGroup()
    const results = batches.map((batch) => this.#storeBatch(batch, group))
    for (const [page, at] of group.touched) this.#dictionary.touch(page, at)
    this.#writeRollups(group)
    this.#openDays.forget()
    if (group.latestAt > 0) this.#order.stored(group.latestAt)
    return { results, installed: group.installed }
  }

  #writeRollups({ delta, recounted, zones, receivedAt }: WriteGroup): void {
    const isRecounted = (siteNum: number, day: number) => recounted.has(`${siteNum} ${day}`)
    for (const { siteNum, day } of this.#rollups.write(delta, isRecounted)) {
      const key = `${siteNum} ${day}`
      if (this.#order.mayRecount(key, systemMonotonicClock())) {
        recounted.set(key, { siteNum, day, zone: zones.get(siteNum) ?? 'UTC' })
      } else this.#statements.markStale.run(siteNum)
    }
    for (const { siteNum, day, zone } of recounted.values()) {
      const isOpen = isOpenDay(zone, day, receivedAt)
      this.#rollups.recount({ siteNum, day, ...dayBounds(zone, day), isOpen })
    }
  }

  /**
   * Finds wordings for some of the questions that were stored before there were wordings; returns the number of these
   * questions.
   */
  findWordings(limit: number): number {
    return this.#questions.findWordings(limit)
  }

  /** Empties the caches; has to be called after a rollback. */
  forget(): void {
    this.#dictionary.forget()
    this.#visitorIds.forget()
    this.#sources.forget()
    this.#openDays.forget()
    this.#questions.forget()
  }

  #storeBatch(batch: EventBatch, group: WriteGroup): BatchResult {
    group.receivedAt = Math.max(group.receivedAt, batch.receivedAt)
    const result = { accepted: 0, duplicates: 0, rejected: 0, limited: 0 }
    for (const event of batch.events) {
      const zone = this.#zoneOf(event.site.num, group)
      const allowance = this.#allowanceOf(event, batch)
      if (zone === undefined || this.#isForgotten(event, group)) result.rejected += 1
      else if (!allowance.take('events')) result.limited += 1
      else if (this.#storeEvent(event, { zone, allowance, batch, group })) result.accepted += 1
      else result.duplicates += 1
    }
    this.#storeSightings(batch, group)
    return result
  }

  #allowanceOf({ site }: NewEvent, { sender, receivedAt }: EventBatch): Quota {
    return sender === null ? UNLIMITED_QUOTA : this.#quotas.of(site.num, sender, receivedAt)
  }

  /**
   * Returns the time zone that the days of a site are counted in; undefined where the site is gone. It is read inside
   * the transaction, so that a rebuild in another zone cannot come between an event and its rollup.
   */
  #zoneOf(siteNum: number, { zones, rawFrom, addressesVersions }: WriteGroup): string | undefined {
    const known = zones.get(siteNum)
    if (known !== undefined) return known
    const site = this.#statements.findZone.get(siteNum)
    if (site) {
      zones.set(siteNum, site.rollup_timezone)
      rawFrom.set(siteNum, site.raw_from)
      addressesVersions.set(siteNum, site.addresses_version)
    }
    return site?.rollup_timezone
  }

  /**
   * Returns true where the events of the event's day are no longer kept, so that it could not be counted among them.
   */
  #isForgotten({ site, at }: NewEvent, { rawFrom }: WriteGroup): boolean {
    return at < (rawFrom.get(site.num) ?? 0)
  }

  #storeEvent(event: NewEvent, { zone, allowance, batch, group }: EventContext): boolean {
    const { eventId, site, visitorKey } = event
    const isLive = batch.source === 'live'
    const receivedAt = isLive ? this.#order.timeOf(event.at) : event.at
    const { delta, touched } = group
    const day = localDay(zone, receivedAt)
    const digest = hash('sha256', eventId, 'buffer')
    if (!this.#arrivals.isNew(batch, site.num, { eventId, digest })) return false
    if (isLive) group.latestAt = Math.max(group.latestAt, receivedAt)
    const dayIsOpen = isOpenDay(zone, day, batch.receivedAt)
    const visitor = this.#visitorIds.idOf(site.num, day, visitorKey, batch.receivedAt, dayIsOpen)
    const page = this.#dictionary.page(group.addressed(site.num), event, allowance)
    const engine = this.#dictionary.foreignTerm(site.num, event.engine, allowance)
    const referrer = this.#dictionary.foreignTerm(site.num, event.referrer, allowance)
    const country = this.#dictionary.term(event.country)
    const device = this.#dictionary.term(event.device)
    const kind = EVENT_KINDS[event.kind]
    const own = this.#ownSources.of(event, referrer, allowance)
    const facet = this.#dictionary.facet(site.num, own.facet, allowance)
    const siteDay = delta.siteDay(site.num, day)
    const isCounted = isLive && dayIsOpen
    const { at, source, entry } = isCounted
      ? this.#openDays.follow(siteDay, { at: receivedAt, kind, visitor, page }, own.source)
      : { at: receivedAt, source: 0, entry: page }
    const visit = this.#sources.valuesOf(site.num, source)
    const ownReferrer = storedReferrer(referrer, visit.referrer)
    const ofVisit = storedVisit({ source, entry }, page)
    const seq = this.#events.store(
      { siteNum: site.num, at, digest },
      [kind, visitor, page, engine, ownReferrer, country, device, facet, ofVisit],
      { source: batch.source, isQuestion: event.question !== null },
    )
    if (seq === undefined) return false
    if (event.question && allowance.take('questions')) {
      const { askerKey } = event.question
      const asker = this.#visitorIds.idOf(site.num, day, askerKey, batch.receivedAt, dayIsOpen)
      const stored = { seq, page, engine, visitor, asker }
      this.#questions.store({ ...event, at }, event.question, stored, allowance)
    }
    if (page > 0) touched.set(page, Math.max(at, touched.get(page) ?? 0))
    const values = { path: page, engine, country, device }
    siteDay.add({ at, kind, visitor, engine, values, source: visit })
    if (!isCounted) {
      group.recounted.set(`${site.num} ${day}`, { siteNum: site.num, day, zone })
    }
    return true
  }

  #storeSightings({ bots, beacon, receivedAt }: EventBatch, group: WriteGroup): void {
    for (const { siteNum, bot, kind } of bots) {
      const zone = this.#zoneOf(siteNum, group)
      if (zone === undefined) continue
      const day = localDay(zone, receivedAt)
      this.#statements.countBot.run(siteNum, day, bot, EVENT_KINDS[kind])
    }
    if (beacon) this.#storeBeacon(beacon, receivedAt, group)
  }

  /**
   * Stores a beacon. The first one of a site sets the mark that the site is installed; one transaction has no second
   * first one.
   */
  #storeBeacon({ siteNum, event }: Beacon, at: number, { installed }: WriteGroup): void {
    const marked = { at, num: siteNum }
    const site = event && this.#statements.markInstalled.get(marked)
    if (site) installed.push({ site: { num: siteNum, id: site.id }, orgId: site.org_id, event })
    else this.#statements.markSeen.run(marked)
  }
}

const isOpenDay = (zone: string, day: number, receivedAt: number): boolean =>
  day > localDay(zone, receivedAt) - OPEN_DAYS

function prepareStatements(connection: SqliteConnection) {
  return {
    findZone: connection.prepare<
      [number],
      { rollup_timezone: string; raw_from: number; addresses_version: number }
    >('SELECT rollup_timezone, raw_from, addresses_version FROM site WHERE num = ?'),
    countBot: connection.prepare(
      'INSERT INTO bot_day (site_num, day, bot, kind, events) VALUES (?, ?, ?, ?, 1) ON CONFLICT (site_num, day, bot, kind) DO UPDATE SET events = bot_day.events + 1',
    ),
    markStale: connection.prepare('UPDATE site SET rollup_version = -1 WHERE num = ?'),
    markInstalled: connection.prepare<
      [{ at: number; num: number }],
      { id: string; org_id: string }
    >(
      'UPDATE site SET install_first_seen_at = @at, install_last_seen_at = @at WHERE num = @num AND install_first_seen_at IS NULL RETURNING id, org_id',
    ),
    markSeen: connection.prepare('UPDATE site SET install_last_seen_at = @at WHERE num = @num'),
  }
}
