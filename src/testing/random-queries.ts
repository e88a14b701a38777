import * as fc from 'fast-check'
import type { OracleFilter, OraclePlainFilter } from './analytics-oracle.ts'
import type { OracleDimension } from './oracle-events.ts'
import { PATHS, PATH_TEXTS } from './random-events.ts'

// Random queries that are legal, by the definitions of metrics and dimensions and not by the engine's own tables.

/** Every event can have these. */
const COMMON: readonly OracleDimension[] = [
  'path',
  'pageId',
  'referrer',
  'channel',
  'campaign',
  'entryPath',
  'country',
  'device',
  'language',
  'promptKind',
  'promptId',
  'ruleId',
  'weekday',
  'hourOfDay',
]
export const COUNTS = [
  'impressions',
  'ai_clicks',
  'shares',
  'questions',
  'ai_referrals',
  'pageviews',
  'sessions',
]
const RATES = [
  'ai_ctr',
  'share_rate',
  'question_rate',
  'ai_click_rate',
  'engagement_rate',
  'prompt_ctr',
  'prompt_share_rate',
  'ai_referral_share',
]
const TIMES = ['time:hour', 'time:day', 'time:week', 'time:month']
/** Names that a filter may hold exactly; patterns take any text. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  // Paths as they are stored. The service also understands a path that is to be encoded, which the oracle does not
  // know.
  path: [...PATHS.filter((path) => !path.includes('"')), '/nowhere', '(none)'],
  entryPath: [...PATHS.filter((path) => !path.includes('"')), '/nowhere', '(none)'],
  engine: ['claude', 'chatgpt', 'newcomer', '(none)'],
  operator: ['OpenAI', 'Anthropic', 'other', '(none)'],
  country: ['DE', 'US', 'XX', '(none)'],
  device: ['mobile', 'desktop', '(none)'],
  channel: ['ai', 'direct', 'search', 'continued', '(none)'],
  language: ['en', 'de', '(none)'],
  weekday: ['1 Mon', '5 Fri', '7 Sun', '(none)'],
  hourOfDay: ['00', '02', '17', '(none)'],
  campaign: ['Spring Sale', 'spring_sale', 'anna@example.com', '(none)'],
  referrer: ['google.com', 'nowhere.example', '(none)'],
}
const TEXTS = ['summarize', 'prm_1', 'e', '(none)']
const PARTS = [
  ...TEXTS,
  'claude',
  'OpenAI',
  'DE',
  'mobile',
  'en',
  'ai',
  'copy*',
  '?E',
  'google.com',
  'spring',
  'Spring?Sale',
]
const EXACT = ['is', 'is_not', 'in']
const PATTERNS = ['contains', 'starts_with', 'glob']

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })

const plainFilter = (dimensions: readonly OracleDimension[]): fc.Arbitrary<OraclePlainFilter> =>
  fc.constantFrom(...dimensions).chain((dimension) => {
    const values = (texts: readonly string[]) =>
      fc.uniqueArray(fc.constantFrom(...texts), { minLength: 1, maxLength: 3 })
    const filter = (operators: readonly string[], texts: readonly string[]) =>
      fc.record({
        dimension: fc.constant(dimension),
        op: fc.constantFrom(...operators),
        values: values(texts),
      })
    return fc.oneof(
      filter(EXACT, NAMES[dimension] ?? TEXTS),
      filter(PATTERNS, dimension === 'path' || dimension === 'entryPath' ? PATH_TEXTS : PARTS),
    )
  })

const filters = (dimensions: readonly OracleDimension[]): fc.Arbitrary<OracleFilter[]> =>
  fc.array(
    fc.oneof(
      { arbitrary: plainFilter(dimensions), weight: 3 },
      {
        arbitrary: fc.record({
          anyOf: fc.array(plainFilter(dimensions), { minLength: 1, maxLength: 3 }),
        }),
        weight: 1,
      },
    ),
    { maxLength: 2 },
  )

interface Family {
  metrics: readonly string[]
  /** Queries are grouped by these, besides time. */
  dimensions: fc.Arbitrary<string[]>
  times: readonly string[]
  filtered: readonly OracleDimension[]
}

const some = (dimensions: readonly string[], maxLength: number) =>
  fc.uniqueArray(fc.constantFrom(...dimensions), { maxLength })

const withOne = (one: readonly string[], others: readonly string[]) =>
  fc.tuple(fc.constantFrom(...one), some(others, 1)).map(([first, rest]) => [first, ...rest])

const FAMILIES: readonly Family[] = [
  {
    metrics: [...COUNTS, 'visitors', ...RATES],
    dimensions: some(COMMON, 2),
    times: TIMES,
    filtered: COMMON,
  },
  // The queries that the rollups answer.
  {
    metrics: [...COUNTS, 'visitors', ...RATES.slice(0, 5)],
    dimensions: some(['referrer', 'channel', 'campaign', 'engine'], 1),
    times: TIMES.slice(1),
    filtered: ['channel', 'campaign', 'engine', 'referrer'],
  },
  {
    metrics: [...COUNTS.slice(0, 6), 'ai_ctr', 'share_rate'],
    dimensions: some(['path', 'country', 'device', 'referrer', 'channel', 'campaign'], 1),
    times: TIMES.slice(1),
    filtered: ['path'],
  },
  {
    metrics: [...COUNTS, 'visitors', ...RATES.slice(0, 5), 'return_rate'],
    dimensions: fc.constant([]),
    times: TIMES.slice(1),
    filtered: ['engine'],
  },
  {
    metrics: [...COUNTS, 'visitors', ...RATES.slice(0, 7), 'target_mix'],
    dimensions: withOne(['engine', 'operator'], COMMON),
    times: TIMES,
    filtered: [...COMMON, 'engine', 'operator'],
  },
  {
    metrics: ['shares', 'visitors'],
    dimensions: withOne(['method'], COMMON),
    times: TIMES,
    filtered: [...COMMON, 'method'],
  },
  {
    metrics: ['return_rate', 'ai_clicks', 'ai_referrals'],
    dimensions: some(['engine', 'operator'], 1),
    times: TIMES.slice(1),
    filtered: ['engine', 'operator'],
  },
]

const BOUNDS = ['gt', 'gte', 'lt', 'lte']

const queryOf = ({ metrics, dimensions, times, filtered }: Family) =>
  fc
    .record({
      site: fc.nat(5),
      metrics: fc.uniqueArray(fc.constantFrom(...metrics), { minLength: 1, maxLength: 9 }),
      plain: dimensions,
      time: optional(fc.constantFrom(...times)),
      timeIsLast: fc.boolean(),
      /** Days before today that the range begins, and its length. */
      back: fc.nat(71),
      length: fc.integer({ min: 1, max: 40 }),
      filters: filters(filtered),
      bound: optional(
        fc.record({ op: fc.constantFrom(...BOUNDS), value: fc.constantFrom(0, 0.2, 1, 3) }),
      ),
      descending: fc.boolean(),
      limit: fc.constantFrom(7, 100),
    })
    .map(({ plain, time, timeIsLast, bound, ...rest }) => {
      const grouped = time === undefined ? plain : timeIsLast ? [...plain, time] : [time, ...plain]
      const having =
        bound && grouped.length > 0 ? [{ metric: rest.metrics[0] ?? '', ...bound }] : []
      return { ...rest, dimensions: grouped, having }
    })

/** The third family has nothing to do with filters: its metrics differ in what they can be filtered by. */
export const randomQuery = fc.oneof(
  ...FAMILIES.map((family, i) =>
    i === 2 ? queryOf(family).map((query) => ({ ...query, filters: [] })) : queryOf(family),
  ),
)

export type RandomQuery = typeof randomQuery extends fc.Arbitrary<infer T> ? T : never
