import { NEW_QUESTION, UNANSWERED } from '../data/questions-asked.ts'
import { SHOP_PAGES } from '../data/pages.ts'
import { NOW, OFF, ZONE } from '../data/start-eval-service.ts'
import { all, count, days, is, tally, type Holds } from './counted-event.ts'

const QUESTION = is({ kind: 'question' })
const OCTOBER = days('2026-10-01', '2026-10-31')
const LAST_28 = days('2026-10-24', '2026-11-20')

const textOf = ({ question = '' }: { question?: string }): string => question

/** Counts the questions of a period by their words, the commonest first. */
const commonest = (...tests: readonly Holds[]): [text: string, count: number] =>
  tally(all(QUESTION, ...tests), textOf)[0] ?? ['', 0]

const unanswered: Holds = (event) => UNANSWERED.includes(textOf(event))

const pages = Object.entries(SHOP_PAGES)
/**
 * Says whether readers see a prompt of a page. A page that fails once keeps its prompt; for a page that moved or is
 * excluded, readers see no prompt.
 */
const isPrompted = ([path, { answer, isNoindex }]: (typeof pages)[number]): boolean =>
  (answer === undefined || answer === 'fails') && isNoindex !== true && !path.startsWith('/staff/')

const pageCount = (holds: (one: (typeof pages)[number]) => boolean): number =>
  pages.filter(holds).length

/** Counts of questions, and what is known of the pages as they were written, by name. */
export const COUNTS_OF_WORDS: Readonly<Record<string, () => number | string>> = {
  'questions-ever': () => count(QUESTION),
  'questions-september': () => count(QUESTION, days('2026-09-01', '2026-09-30')),
  'questions-october': () => count(QUESTION, OCTOBER),
  'questions-28d': () => count(QUESTION, LAST_28),
  'questions-week-45': () => count(QUESTION, days('2026-11-02', '2026-11-08')),
  'shipping-questions-october': () => count(QUESTION, OCTOBER, is({ url: '/shipping' })),
  'shipping-questions-28d': () => count(QUESTION, LAST_28, is({ url: '/shipping' })),
  'new-questions-november': () => count(QUESTION, is({ question: NEW_QUESTION.text })),
  'commonest-tide-question-28d': () => commonest(LAST_28, is({ url: '/guides/tides' }))[1],
  'commonest-question': () => commonest()[1],
  'latest-question': () =>
    textOf(all(QUESTION).toSorted((a, b) => (a.at < b.at ? 1 : -1))[0] ?? {}),
  'returns-questions-this-week': () =>
    count(QUESTION, days('2026-11-16', '2026-11-20'), is({ url: '/returns' })),
  'chatgpt-questions-yesterday': () =>
    count(QUESTION, days('2026-11-19'), is({ engine: 'chatgpt' })),
  'refund-question': () =>
    all(QUESTION)
      .map(textOf)
      .find((text) => text.includes('refund')) ?? '',
  'pages-with-questions-28d': () => tally(all(QUESTION, LAST_28), ({ url }) => url).length,
  'commonest-unanswered-28d': () => commonest(LAST_28, unanswered)[0],
  'commonest-unanswered-count-28d': () => commonest(LAST_28, unanswered)[1],
  'parking-questions': () =>
    count(QUESTION, ({ question }) => question?.includes('parking') === true),
  'wetsuit-questions-october': () =>
    count(QUESTION, OCTOBER, ({ question }) => question?.includes('wetsuits') === true),
  pages: () => pages.length,
  'pages-without-prompt': () => pageCount(([, { isNoindex }]) => isNoindex === true),
  'pages-that-broke': () => pageCount(([, { answer }]) => answer === 'fails'),
  'pages-that-redirect': () => pageCount(([, { answer }]) => answer?.startsWith('/') === true),
  'pages-excluded': () => pageCount(([path]) => path.startsWith('/staff/')),
  guides: () => pageCount(([path]) => path.startsWith('/guides/')),
  prompts: () => pageCount(isPrompted),
  'prompts-off': () => pageCount(([path]) => path === OFF),
  'kind-of-guides': () => 'explain',
  'rule-of-guides': () => 'Guides are explained',
  rules: () => 2,
  sites: () => 2,
  one: () => 1,
  plan: () => 'business',
  zone: () => ZONE,
  'first-day': () => all()[0]?.day ?? '',
  'time-of-scan': () => localTime(NOW),
  'formula-of-click-rate': () => 'ai_clicks / impressions',
  'domain-of-journal': () => 'journal.example',
  'prefix-of-site-ids': () => 'site_',
  'text-of-tides': () => SHOP_PAGES['/guides/tides']?.text.split('.', 1)[0] ?? '',
  'price-of-shipping': () => Number(/costs (\d+)/.exec(SHOP_PAGES['/shipping']?.text ?? '')?.[1]),
  'life-jackets-expire': () => 'Life jackets do not expire',
  'title-of-seasickness': () => titleAt('/guides/seasickness'),
  'title-of-tides': () => titleAt('/guides/tides'),
  'title-of-cold-water': () => titleAt('/guides/cold-water'),
  'title-of-returns': () => titleAt('/returns'),
  'title-of-paddle-length': () => titleAt('/guides/paddle-length'),
}

const titleAt = (path: string): string => SHOP_PAGES[path]?.title ?? ''

/** Writes an instant as the zone's clocks show it in winter. */
const localTime = (iso: string): string => {
  const local = new Date(Date.parse(iso) + 3_600_000).toISOString()
  return `${local.slice(0, 19)}+01:00`
}
