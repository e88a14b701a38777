import * as fc from 'fast-check'

// What random tenants send and ask.

export const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia']
export const METRICS = [
  'impressions',
  'ai_clicks',
  'shares',
  'questions',
  'ai_referrals',
  'visitors',
  'ai_ctr',
  'share_rate',
  'question_rate',
]
export const DIMENSIONS = ['path', 'engine', 'referrer', 'country', 'device']
const TIMES = ['time:hour', 'time:day', 'time:week', 'time:month']

const PATHS = ['/', '/a', '/a/b', '/A-B', '/100%25', '/x_y', '/caf%C3%A9', "/it's", '/q/"']
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })

export const line = fc.record({
  kind: fc.constantFrom(
    'impression',
    'impression',
    'ai_click',
    'share',
    'question',
    'referral',
    'pageview',
  ),
  minute: fc.nat(70 * 24 * 60),
  path: fc.constantFrom(...PATHS),
  visitor: fc.nat(30),
  target: fc.constantFrom('chatgpt', 'claude', 'Perplexity', 'my-engine'),
  referrer: optional(
    fc.constantFrom('https://www.google.com/x', 'https://chatgpt.com/', 'https://news.example/'),
  ),
  country: optional(fc.constantFrom('DE', 'US', 'JP')),
  device: optional(fc.constantFrom('desktop', 'mobile', 'tablet')),
})

const filter = fc.oneof(
  fc.record({
    dimension: fc.constant('path'),
    op: fc.constantFrom('is', 'is_not', 'in', 'contains', 'starts_with'),
    values: fc.uniqueArray(
      fc.constantFrom(...PATHS, '%', '_', 'b', '/a', "'", '"', '\\', '(none)'),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  }),
  fc.record({
    dimension: fc.constantFrom('engine', 'referrer', 'country', 'device'),
    op: fc.constantFrom('is', 'is_not', 'in', 'contains', 'starts_with'),
    values: fc.uniqueArray(
      fc.constantFrom('claude', 'chatgpt', 'DE', 'mobile', 'e', '(none)', 'google.com'),
      {
        minLength: 1,
        maxLength: 2,
      },
    ),
  }),
)

export const query = fc.record({
  site: fc.nat(ZONES.length - 1),
  metrics: fc.uniqueArray(fc.constantFrom(...METRICS), { minLength: 1, maxLength: 9 }),
  dimensions: fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...DIMENSIONS), { maxLength: 2 }),
      optional(fc.constantFrom(...TIMES)),
    )
    .map(([plain, time]) => (time === undefined ? plain : [time, ...plain])),
  /** Days before today that the range begins, and its length. */
  back: fc.nat(71),
  length: fc.integer({ min: 1, max: 40 }),
  filters: fc.array(filter, { maxLength: 2 }),
})

export type Sample = typeof query extends fc.Arbitrary<infer T> ? T : never
