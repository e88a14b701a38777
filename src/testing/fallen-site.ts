import { siteWithHistory, type HistoryLine } from './site-with-history.ts'
import type { TestApp } from './start-test-app.ts'

const DAYS = 290
/** Days at the end on which hardly a reader opens ChatGPT. */
const FALLEN_DAYS = 28
const DAY_MS = 86_400_000
/** The end of the events, which is the time of the tests' clock. */
const END = Date.parse('2026-11-20T00:00:00Z')

const ENGINES = ['chatgpt', 'claude', 'perplexity'] as const
const PATHS = ['/tides', '/boats', '/knots', '/weather'] as const
const COUNTRIES = ['GB', 'DE', 'US'] as const
const QUESTIONS = ['When is high tide?', 'Which knot holds a boat?', 'What is a spring tide?']

/** A site with most of a year of readers, of whom those of ChatGPT stay away in the last four weeks. */
export const fallenSite = (app: TestApp) =>
  siteWithHistory(app, Array.from({ length: DAYS }, (_, day) => linesOf(day)).flat(), {
    domain: 'tides.example',
    name: 'Tides',
    timezone: 'UTC',
  })

function linesOf(day: number): HistoryLine[] {
  const at = (i: number): string =>
    new Date(END - (DAYS - 1 - day) * DAY_MS - DAY_MS + (i % 24) * 3_600_000).toISOString()
  const reader = (i: number) => ({
    at: at(i),
    url: PATHS[i % PATHS.length] ?? '/',
    visitor: `v${day}-${i}`,
    country: COUNTRIES[i % COUNTRIES.length] ?? 'GB',
    device: i % 2 === 0 ? 'mobile' : 'desktop',
    referrer: i % 3 === 0 ? 'https://www.google.com/' : 'https://chatgpt.com/',
  })
  const readers = 24 + ((day * 7) % 5)
  const impressions = Array.from({ length: readers }, (_, i) => reader(i))
  const isFallen = day >= DAYS - FALLEN_DAYS
  const clicks = ENGINES.flatMap((target, i) => {
    const usual = 4 - i + ((day * 3 + i) % 2)
    const count = isFallen && target === 'chatgpt' ? 1 : usual
    return Array.from({ length: count }, (__, n) => ({
      ...reader(i * 5 + n),
      kind: 'ai_click',
      target,
    }))
  })
  const question = {
    ...reader(day % 9),
    kind: 'question',
    target: 'claude',
    question: QUESTIONS[day % QUESTIONS.length] ?? '',
  }
  return [...impressions, ...clicks, question]
}
