import { FACT_DIMENSIONS, type FactDimension } from '../../../db/facts/dimensions.ts'
import type { EventKind } from '../../domain/events/event-kinds.ts'

interface Dimension {
  meaning: string
  /**
   * The kinds of event that can have the dimension; an empty list stands for all kinds. `check` is an answer of an
   * engine.
   */
  kinds: readonly (EventKind | 'check')[]
  /** True when visitors or pages wrote the values. */
  isForeign?: true
}

const ANY: readonly EventKind[] = []
const OF_CHECKS = ['check'] as const

/** The dimensions that events can be grouped and filtered by; the reference and `describe_data` are made from them. */
export const DIMENSIONS: Readonly<Record<FactDimension, Dimension>> = {
  path: { meaning: 'Path of the page', kinds: ANY, isForeign: true },
  pageId: { meaning: 'Id of the page', kinds: ANY },
  engine: {
    meaning:
      'AI engine: of ai_clicks, shares, questions, target_mix, topic_share, return_rate the one opened or asked; of checks the one that answered; else the one that the visit came from',
    kinds: ANY,
    isForeign: true,
  },
  operator: { meaning: 'Company behind the engine', kinds: ANY },
  referrer: { meaning: 'Host that the visit came from', kinds: ANY, isForeign: true },
  channel: {
    meaning:
      'How the visit began: direct ai search social email paid referral; continued after midnight or a pause',
    kinds: ANY,
  },
  campaign: {
    meaning: 'Campaign of the visit: utm_campaign of its first page',
    kinds: ANY,
    isForeign: true,
  },
  entryPath: { meaning: 'Path of the page that the visit began with', kinds: ANY, isForeign: true },
  country: { meaning: 'Country of the reader, two letters', kinds: ANY },
  device: { meaning: 'desktop, mobile or tablet', kinds: ANY },
  language: { meaning: 'Language of the browser, such as en', kinds: ANY, isForeign: true },
  method: { meaning: 'How it was shared, such as copy_link', kinds: ['share'] },
  promptKind: { meaning: 'Kind of prompt, such as summarize', kinds: ANY, isForeign: true },
  promptId: { meaning: 'Id of the prompt', kinds: ANY, isForeign: true },
  ruleId: { meaning: 'Id of the prompt rule', kinds: ANY, isForeign: true },
  topic: { meaning: 'What a question is about', kinds: ['question'], isForeign: true },
  weekday: { meaning: 'Day of the week, 1 Mon to 7 Sun, in the site’s zone', kinds: ANY },
  hourOfDay: { meaning: 'Hour of the day, 00 to 23, in the site’s zone', kinds: ANY },
  query: { meaning: 'Question that engines are asked', kinds: OF_CHECKS, isForeign: true },
  queryId: { meaning: 'Id of that question', kinds: OF_CHECKS },
  model: { meaning: 'Model that was asked', kinds: OF_CHECKS, isForeign: true },
  tag: {
    meaning: 'Tag of the question; each of several counts',
    kinds: OF_CHECKS,
    isForeign: true,
  },
  intent: { meaning: 'informational comparison transactional navigational', kinds: OF_CHECKS },
  branded: { meaning: 'true where the question names the brand', kinds: OF_CHECKS },
  access: { meaning: 'api or serp: an API answers otherwise than the app', kinds: OF_CHECKS },
  sourceDomain: { meaning: 'Registrable domain of a source', kinds: OF_CHECKS, isForeign: true },
  sourceUrl: { meaning: 'Address of a source', kinds: OF_CHECKS, isForeign: true },
  owner: { meaning: 'own, competitor or other, of a source', kinds: OF_CHECKS },
  category: {
    meaning: 'Kind of source, such as news, ugc or reference',
    kinds: OF_CHECKS,
  },
}

export const TIME_DIMENSIONS = ['time:hour', 'time:day', 'time:week', 'time:month'] as const
export type TimeDimension = (typeof TIME_DIMENSIONS)[number]

export const DIMENSION_IDS = FACT_DIMENSIONS

export type DimensionId = FactDimension | TimeDimension

export const isTime = (dimension: DimensionId): dimension is TimeDimension =>
  dimension.startsWith('time:')

/** True when visitors or pages wrote the values. */
export const isForeign = (dimension: DimensionId): boolean =>
  !isTime(dimension) && DIMENSIONS[dimension].isForeign === true

/** The columns of a result whose text visitors or pages wrote. */
export const foreignColumns = (columns: readonly { name: string; kind: string }[]): string[] =>
  columns
    .filter(({ kind, name }) => kind === 'dimension' && FOREIGN.has(name))
    .map(({ name }) => name)

const FOREIGN: ReadonlySet<string> = new Set(DIMENSION_IDS.filter(isForeign))
