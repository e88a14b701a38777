import {
  seededRandom,
  makeUuid,
  makeZipf,
  pick,
  pickWeighted,
  type RandomSource,
} from './random.ts'
import { makeVisitors, type SimulatedVisitor } from './visitors.ts'

export const SITE_URL = 'https://bench.example'

const PAGES = 2_000
const VISITORS = 6_000
const SECTIONS = ['blog', 'docs', 'guides', 'product', 'help', 'compare']
const WORDS = [
  'answer',
  'engine',
  'pricing',
  'schema',
  'crawler',
  'markdown',
  'citation',
  'brand',
  'audit',
  'visibility',
  'prompt',
  'sitemap',
]

type Kind = 'impression' | 'ai_click' | 'share' | 'question' | 'referral'

const KINDS: readonly (readonly [Kind, number])[] = [
  ['impression', 70],
  ['ai_click', 12],
  ['share', 5],
  ['question', 6],
  ['referral', 7],
]

interface Engine {
  id: string
  /** The origin that its readers come from. */
  origin: string
}

const ENGINES: readonly (readonly [Engine, number])[] = [
  [{ id: 'chatgpt', origin: 'https://chatgpt.com/' }, 55],
  [{ id: 'perplexity', origin: 'https://www.perplexity.ai/' }, 14],
  [{ id: 'claude', origin: 'https://claude.ai/' }, 12],
  [{ id: 'gemini', origin: 'https://gemini.google.com/' }, 11],
  [{ id: 'copilot', origin: 'https://copilot.microsoft.com/' }, 5],
  [{ id: 'grok', origin: 'https://grok.com/' }, 3],
]

const SHARE_METHODS = ['copy_prompt', 'copy_markdown', 'copy_link']

const REFERRERS: readonly (readonly [string | undefined, number])[] = [
  [undefined, 40],
  ['https://www.google.com/', 30],
  [`${SITE_URL}/`, 12],
  ['https://www.bing.com/', 5],
  ['https://news.ycombinator.com/', 4],
  ['https://duckduckgo.com/', 4],
  ['https://www.linkedin.com/', 3],
  ['https://www.reddit.com/r/seo/comments/1abcde/', 2],
]

interface Page {
  url: string
  title: string
}

/** One event as a page would send it; the adapters in `collect-message.ts` add the wire fields. */
export interface TrafficEvent {
  eventId: string
  kind: Kind
  page: Page
  visitor: SimulatedVisitor
  referrer?: string
  target?: string
  question?: string
  method?: string
}

/** An endless, seeded stream: zipf-distributed pages, weighted kinds, engines and referrers. */
export function makeTraffic(seed: number): () => TrafficEvent {
  const random = seededRandom(seed)
  const pages = makePages(random)
  const visitors = makeVisitors(random, VISITORS)
  const nextPage = makeZipf(random, PAGES)
  return () => {
    const page = pages[nextPage()]
    if (page === undefined) throw new RangeError('The page does not exist')
    const kind = pickWeighted(random, KINDS)
    return {
      eventId: makeUuid(random),
      kind,
      page,
      visitor: pick(random, visitors),
      ...EXTRAS_BY_KIND[kind](random, page),
    }
  }
}

function makePages(random: RandomSource): Page[] {
  return Array.from({ length: PAGES }, (_, index) => {
    const words = [pick(random, WORDS), pick(random, WORDS), pick(random, WORDS)]
    const query = index % 5 === 0 ? '?utm_source=newsletter&utm_medium=email' : ''
    return {
      url: `${SITE_URL}/${pick(random, SECTIONS)}/${words.join('-')}-${index}${query}`,
      title: `${words.join(' ')}, part ${index} | Bench`,
    }
  })
}

type Extras = Pick<TrafficEvent, 'referrer' | 'target' | 'question' | 'method'>

const EXTRAS_BY_KIND: Record<Kind, (random: RandomSource, page: Page) => Extras> = {
  impression: pickReferrer,
  ai_click: (random) => ({ ...pickReferrer(random), target: pickEngine(random).id }),
  share: (random) => ({ ...pickReferrer(random), method: pick(random, SHARE_METHODS) }),
  question: (random, page) => ({
    ...pickReferrer(random),
    target: pickEngine(random).id,
    question: `What does ${page.title} say about ${pick(random, WORDS)}?`,
  }),
  referral: (random) => ({ referrer: pickEngine(random).origin }),
}

function pickReferrer(random: RandomSource): Extras {
  const referrer = pickWeighted(random, REFERRERS)
  return referrer === undefined ? {} : { referrer }
}

function pickEngine(random: RandomSource): Engine {
  return pickWeighted(random, ENGINES)
}
