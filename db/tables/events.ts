import type { Generated } from 'kysely'
import type { VisitCount } from '../../src/domain/events/event-kinds.ts'

/** A value of a dimension other than path (engine, host, country, device), stored once. */
interface TermTable {
  num: Generated<number>
  value: string
  /**
   * The number of the site whose readers first brought an engine or a referrer; 0 for other values, and for those older
   * than this column.
   */
  site_num: Generated<number>
}

/**
 * One event of a reader. The table is clustered by (site_num, at, seq), so that a range of days is one stretch of the
 * file.
 */
interface EventTable {
  site_num: number
  at: number
  /**
   * The place of the event among those of one site and millisecond. A live event gets the first free place. A question,
   * which is named by its place, and an imported event get 32 bits of the hash of their id, so that the same history
   * lands on the same key.
   */
  seq: number
  kind: number
  /** The visitor of the event: six bytes of an HMAC under the salt of the site's day. */
  visitor: Buffer
  page_num: number
  engine: number
  /** The referrer of the event's own page: 0 if it is that of the source of the visit, -1 if the page has none. */
  referrer: number
  country: number
  device: number
  /** The number of the event's facet; 0 where it has none. */
  facet: number
  /** The source and the first page of the event's visit, as `storedVisit` packs them; 0 until they are found. */
  visit: number
}

/** A source of visits, as numbers of `term`; many visits share one. */
interface VisitSourceTable {
  site_num: number
  /**
   * The number of the source, counted for each site. When a day is counted again, the commonest sources get the lowest
   * numbers, which take less room in events.
   */
  num: number
  channel: number
  referrer: number
  /** The number of the engine that the reader came from; 0 for none. */
  arrival: number
  campaign: number
}

/** One combination of fields that only some kinds of event have, on one site; many events share it. */
interface FacetTable {
  num: Generated<number>
  site_num: number
  /** The fields of the facet as JSON, by which its row is found. */
  facet_key: string
  method: string | null
  prompt_kind: string | null
  prompt_id: string | null
  rule_id: string | null
  rating: string | null
  evidence: string | null
  paid: string | null
  channel: string | null
  arrival: string | null
  campaign: string | null
  language: string | null
}

/** The id of an event of the last two days, by UTC day of arrival, which makes a repeated beacon a duplicate. */
interface EventKeyTable {
  arrival_day: number
  site_num: number
  event_key: Buffer
}

interface SaltTable {
  site_num: number
  day: number
  salt: Buffer
  expires_at: number
}

interface QuestionTable {
  num: Generated<number>
  site_num: number
  at: number
  seq: number
  page_num: number
  engine: number
  /** The redacted text; null in the mode `topic_only`. */
  text: string | null
  /** A hash of the text; empty once the question has a wording. */
  text_hash: Buffer
  /** The number of the question's wording; 0 until it is found. */
  wording_num: Generated<number>
  /** The visitor, as in `event`; null for questions older than this column. */
  visitor: Buffer | null
  /**
   * The person who asked: six bytes as in `visitor`, of the network address alone; null for questions older than this
   * column.
   */
  asker: Buffer | null
  /** The number of the topic of a question whose wording is not found yet; 0 for none. */
  topic_num: Generated<number>
}

/** A site whose questions, wordings and topics up to these numbers are being deleted; later ones stay. */
interface QuestionPurgeTable {
  site_num: number
  last_question: number
  last_topic: number
  last_wording: Generated<number>
}

/**
 * The number of events of a site by local day and kind; kind 0 counts all kinds, and its visitors are the distinct ones
 * of the day.
 */
interface RollupDayTable {
  site_num: number
  day: number
  kind: number
  events: number
  visitors: number
}

/**
 * The number of events of a site by a dimension of single events, kind, local day and value; value 0 is "none", so each
 * dimension adds up to the day.
 */
interface RollupDimTable {
  /** The keys that `siteDimension` and `dayKind` of `facts/rollup-keys.ts` make. */
  site_dim: number
  day_kind: number
  val: number
  events: number
}

/** The number of visits with one value of a dimension on a local day, and what happened on them; value 0 is "none". */
interface RollupVisitTable extends Record<VisitCount, number> {
  /** The key that `siteDimension` of `facts/rollup-keys.ts` makes. */
  site_dim: number
  day: number
  val: number
}

/**
 * A visitor who was seen on a day that still takes live events, with a bit for each kind of event; closed days keep
 * only the count of visitors.
 */
interface VisitorDayTable {
  day: number
  site_num: number
  visitor: Buffer
  kinds: number
  /**
   * The beginning of the visitor's latest session, and the time of an event in it that is at most ten minutes from its
   * last event.
   */
  session_at: number
  last_at: number
  /** The number of the source of that session. */
  source: number
  /** The number of the page that this session began with; 0 for an unknown one. */
  entry: number
  /** The number of sources of the visitor's sessions; where there are several, `visitor_source` has them. */
  sources: number
}

/**
 * One of the sources of a visitor who came by several, on a day that still takes live events, with a bit for each kind
 * of event.
 */
interface VisitorSourceTable {
  day: number
  site_num: number
  visitor: Buffer
  source: number
  kinds: number
}

/**
 * A visitor who opened an engine, or came from it, on a day that still takes live events; the row tells a return from a
 * visit.
 */
interface ReturnDayTable {
  day: number
  site_num: number
  visitor: Buffer
  engine: number
  /** The times of the latest click and of the latest referral; 0 for none. */
  click_at: number
  referral_at: number
  returned: number
}

/** The number of events of one bot on a day, by kind; events of bots never enter an event table. */
interface BotDayTable {
  site_num: number
  day: number
  bot: string
  kind: number
  events: number
}

export interface EventTables {
  term: TermTable
  event: EventTable
  facet: FacetTable
  visit_source: VisitSourceTable
  event_key: EventKeyTable
  site_salt: SaltTable
  question: QuestionTable
  question_purge: QuestionPurgeTable
  rollup_day: RollupDayTable
  rollup_dim: RollupDimTable
  rollup_visit: RollupVisitTable
  visitor_day: VisitorDayTable
  visitor_source: VisitorSourceTable
  return_day: ReturnDayTable
  bot_day: BotDayTable
}
