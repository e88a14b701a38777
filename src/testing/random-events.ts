import * as fc from 'fast-check'

// Random readers and what they do, as lines of history and as live events.

export const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Sao_Paulo',
]

export const PATHS = ['/', '/a', '/a/b', '/A-B', '/100%25', '/x_y', '/caf%C3%A9', "/it's", '/q/"']
export const PATH_TEXTS = [
  ...PATHS,
  '%',
  '_',
  'b',
  '/a',
  "'",
  '"',
  '\\',
  '(none)',
  '/a*',
  '/?',
  '*b',
]

const MINUTE_MS = 60_000
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })

const KINDS = ['impression', 'ai_click', 'share', 'question', 'referral', 'pageview', 'feedback']

/** Pauses around the half hour that ends a session, and around the day that ends a return. */
const PAUSES_MS = [
  0,
  0,
  1,
  40_000,
  30 * MINUTE_MS - 1,
  30 * MINUTE_MS,
  30 * MINUTE_MS + 1,
  1_439 * MINUTE_MS,
]

const step = fc.record({
  kind: fc.constantFrom(...KINDS, 'impression', 'impression', 'ai_click', 'referral'),
  pauseMs: fc.constantFrom(...PAUSES_MS),
  path: fc.constantFrom(...PATHS),
  target: fc.constantFrom('chatgpt', 'claude', 'Perplexity', 'my-engine'),
  from: fc.constantFrom('https://claude.ai/', 'https://chatgpt.com/', 'https://perplexity.ai/x'),
  method: optional(fc.constantFrom('copy_link', 'native')),
  promptKind: optional(fc.constantFrom('summarize', 'ask')),
  promptId: optional(fc.constantFrom('prm_1', 'prm_2')),
})

/** Draws one reader for a while: a burst of events with pauses between them. */
const burst = fc.record({
  visitor: fc.nat(20),
  /** A minute of the ten weeks that the history has. */
  minute: fc.nat(70 * 24 * 60),
  referrer: optional(
    fc.constantFrom(
      'https://www.google.com/x',
      'https://chatgpt.com/',
      'https://news.example/',
      'https://t.co/1',
    ),
  ),
  country: optional(fc.constantFrom('DE', 'US', 'JP')),
  device: optional(fc.constantFrom('desktop', 'mobile', 'tablet')),
  language: optional(fc.constantFrom('de-DE', 'en', 'pt_BR')),
  ruleId: optional(fc.constant('rul_1')),
  campaign: fc.constantFrom(
    '',
    '',
    '',
    'utm_campaign=Spring+Sale',
    'utm_campaign=spring_sale&utm_medium=email',
    'utm_campaign=',
    'utm_campaign=%28none%29',
    'utm_campaign=anna%40example.com',
  ),
  steps: fc.array(step, { minLength: 1, maxLength: 7 }),
})

export interface RandomLine {
  atMs: number
  kind: string
  url: string
  visitor: string
  [field: string]: unknown
}

/** The events of random bursts, burst by burst: so in another order than they happened; `inside` is a page of the site. */
export function randomLines(
  startMs: number,
  bursts: number,
  { seed, inside }: { seed: number; inside: string },
): RandomLine[] {
  return fc.sample(burst, { numRuns: bursts, seed }).flatMap((one) => {
    const { visitor, minute, steps, referrer, campaign, ...reader } = one
    let atMs = startMs + minute * MINUTE_MS
    return steps.map(({ kind, pauseMs, path, target, from, method, ...prompt }, i) => {
      atMs += pauseMs
      return {
        atMs,
        kind,
        // A reader goes on without the campaign, or on the page that has it, or by a link of the site that is tagged.
        url: campaign !== '' && (i === 0 || minute % 2 === 0) ? `${path}?${campaign}` : path,
        visitor: `v${visitor}`,
        ...reader,
        ...prompt,
        // A reader comes from elsewhere once, and then goes from page to page.
        referrer: kind === 'referral' ? from : i === 0 || minute % 3 === 0 ? referrer : inside,
        ...((kind === 'ai_click' || kind === 'question') && { target }),
        ...(kind === 'share' && { method }),
        ...(kind === 'question' && { question: `Question ${minute % 40}?` }),
        ...(kind === 'feedback' && { rating: 'up' }),
      }
    })
  })
}
