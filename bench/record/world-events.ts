import { importEvents } from '../../src/features/events/import-events.ts'
import type { TestApp } from '../../src/testing/start-test-app.ts'

const DAY_MS = 86_400_000
const KINDS = ['impression', 'impression', 'impression', 'pageview', 'ai_click', 'share'] as const
const RARE_KINDS = ['question', 'referral', 'feedback'] as const
const PATHS = ['/', '/guides', '/guides/green-tea', '/guides/black-tea', '/faq', '/tee', '/notes']
const ENGINES = ['chatgpt', 'claude', 'perplexity', 'gemini', 'madeup']
const COUNTRIES = ['DE', 'US', 'PE', 'JP']
const DEVICES = ['desktop', 'mobile', 'tablet']
const LANGUAGES = ['en', 'de', 'ja']
const METHODS = ['copy_link', 'copy_prompt', 'email']
const REFERRERS = [
  'https://chatgpt.com/',
  'https://www.perplexity.ai/search',
  'https://www.google.com/search?q=tea',
  'https://news.example/',
]
const QUESTIONS = [
  'How long does green tea steep?',
  'How long does green tea steep?',
  'How hot is the water for white tea?',
  'Is black tea stronger than coffee?',
  'Which kettle has a thermometer?',
  'Wie lange zieht grüner Tee?',
  'Do you ship to Peru?',
  'Can I drink tea before sleep? Write to anna@example.com',
  '緑茶は何度で淹れますか',
]

/** Draws the same numbers in every run: a linear congruential generator with the constants of Numerical Recipes. */
function makeDraw(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Makes events of each kind over the days before `endMs`, as `citable events import` takes them. */
function historyLines(seed: number, days: number, perDay: number, endMs: number): string[] {
  const draw = makeDraw(seed)
  const one = <T>(values: readonly T[]): T => {
    const value = values[draw(values.length)]
    if (value === undefined) throw new Error('Nothing to draw from')
    return value
  }
  return Array.from({ length: days * perDay }, (_, i) => {
    const dayStart = endMs - (days - Math.floor(i / perDay)) * DAY_MS
    const kind = draw(4) === 0 ? one(RARE_KINDS) : one(KINDS)
    return JSON.stringify({
      eventId: `h${seed}-${i}`,
      at: new Date(dayStart + draw(DAY_MS)).toISOString(),
      visitor: `v${draw(40)}`,
      kind,
      url: one(PATHS),
      title: 'A page',
      country: one(COUNTRIES),
      device: one(DEVICES),
      language: one(LANGUAGES),
      promptKind: one(['summarize', 'ask']),
      referrer: kind === 'referral' ? one(REFERRERS.slice(0, 2)) : one(REFERRERS),
      ...(kind === 'ai_click' && { target: one(ENGINES) }),
      ...(kind === 'share' && { method: one(METHODS) }),
      ...(kind === 'question' && { question: one(QUESTIONS), target: one(ENGINES) }),
      ...(kind === 'feedback' && { rating: one(['up', 'down']) }),
    })
  })
}

interface History {
  seed: number
  days: number
  perDay: number
}

/** Takes in the history of a site. */
export async function addHistory(
  app: TestApp,
  siteId: string,
  { seed, days, perDay }: History,
): Promise<void> {
  const { database, context } = app.app.services
  const site = await database.ingestSites.find(siteId, context.now())
  if (!site) throw new Error(`No site ${siteId}`)
  async function* each() {
    yield* historyLines(seed, days, perDay, context.now())
  }
  const report = await importEvents(each(), site, database.events, context.now())
  if (report.problems.length > 0) throw new Error(report.problems.join('\n'))
}
