import type { EmittedEvent } from '../webhooks/emitted-event.ts'
import type { EventKind } from './event-kinds.ts'

/** The parts of a site that the writer needs. */
export interface IngestSite {
  num: number
  id: string
}

export interface NewQuestion {
  /** The redacted text of the question. */
  text: string
  /** True where the text itself is stored; else only its hash and topic are. */
  isKept: boolean
  /** Identifies one asker for a day; hashed under the day's salt and then forgotten. */
  askerKey: string
}

/** The values of an event that only some kinds have, or that many events share; at least one field is set. */
export interface Facet {
  method?: string | undefined
  promptKind?: string | undefined
  promptId?: string | undefined
  ruleId?: string | undefined
  rating?: string | undefined
  evidence?: string | undefined
  paid?: 'yes' | 'no' | undefined
  channel?: string | undefined
  /** The engine that the page was opened from. */
  arrival?: string | undefined
  campaign?: string | undefined
  language?: string | undefined
}

/** An event that was checked, cleaned and classified; only numbers and keys are left to find. */
export interface NewEvent {
  site: IngestSite
  kind: EventKind
  /** The time in epoch milliseconds. */
  at: number
  eventId: string
  /** Identifies the reader for a day; hashed under the day's salt and then forgotten. */
  visitorKey: string
  path: string
  /** Addresses of the page that are more exact than its path, by one of which scans may know it. */
  exactAddresses?: readonly string[] | undefined
  url: string
  title: string | null
  engine: string | null
  referrer: string | null
  country: string | null
  device: string | null
  facet: Facet | null
  /** The words of a question event; null for other events, and for a question without words. */
  question: NewQuestion | null
}

/**
 * Events to store together. Live events of one id within two days are duplicates; events of the past are duplicates if
 * id and time are equal, for ever.
 */
export interface EventBatch {
  source: 'live' | 'history'
  events: readonly NewEvent[]
  /** Bots that were seen; they are counted apart. */
  bots: readonly BotSighting[]
  /** The proof that the widget of the batch's site is installed; null for other batches. */
  beacon: Beacon | null
  receivedAt: number
  /** A keyed hash of the address that live events came from; what one address may add is bounded. */
  sender: string | null
}

/** Events that came from one of a site's own pages. */
export interface Beacon {
  siteNum: number
  /**
   * The event that reports that the site was installed; emitted where this is its first beacon, and dropped where it is
   * not.
   */
  event: EmittedEvent | undefined
}

export interface BotSighting {
  siteNum: number
  bot: string
  kind: EventKind
}

export interface BatchResult {
  accepted: number
  duplicates: number
  /** The number of events that were rejected because their site was deleted meanwhile. */
  rejected: number
  /** The number of events that were refused because their sender had used up the hourly quota for the site. */
  limited: number
}
