import { BOTS } from '../robots/bots.ts'
import { attributeOf, type HtmlNode } from './html-node.ts'
import { cleanLine } from './text.ts'
import { parseWebDate } from './web-date.ts'

/** Directives for one bot, or for all of them (`robots`), in lower case: `noindex`, `max-snippet:20`. */
export interface RobotsDirectives {
  agent: string
  directives: string[]
}

export interface PageRobots {
  /** One line for each `meta` element: `robots: noindex, nofollow`. */
  meta: string[]
  /** One line for each group of directives in `X-Robots-Tag`. */
  header: string[]
  /** The directives of both sources. */
  directives: RobotsDirectives[]
  /** True when every bot is asked not to index. */
  isNoindex: boolean
  isNofollow: boolean
  /** True when our scanner is asked not to index, as every bot or by its own name. */
  isScanNoindex: boolean
  isScanNofollow: boolean
  /** True where the page names a day after which it is not to be shown, whether that day is over or not. */
  hasEnd: boolean
  isNosnippet: boolean
  /** True for `noai` or `noimageai`, which no standard defines. */
  isNoai: boolean
  /** Other bots that are asked by name not to index, in lower case. */
  noindexBots: string[]
  nosnippetBots: string[]
  /** The smallest `max-snippet` for every bot, in characters; null when none is given or it is unlimited. */
  maxSnippet: number | null
}

/** The name of our own scanner, which is no search engine: directives for it say nothing about how a page is found. */
const SCANNER = 'citablebot'

/** Names of `meta` elements that address one bot. */
const AGENTS: ReadonlySet<string> = new Set([
  'robots',
  SCANNER,
  'googlebot-news',
  'duckduckbot',
  'slurp',
  'yandex',
  'baiduspider',
  ...BOTS.map(({ token }) => token.toLowerCase()),
])

/** Directives with a value: the text before their colon is not the name of a bot. */
const VALUED: ReadonlySet<string> = new Set([
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
  'unavailable_after',
])

const MAX_VALUE = 1_000
const MAX_LINES = 50

/**
 * Reads the robots directives of a page from its markup and its headers. A page that asks not to be shown after a day
 * says noindex once that day is over; without `now`, in epoch ms, no day is.
 */
export function readPageRobots(
  metas: readonly HtmlNode[],
  headers: readonly string[],
  now = Number.NEGATIVE_INFINITY,
): PageRobots {
  const fromMeta = metas.flatMap(metaDirectives).slice(0, MAX_LINES)
  const fromHeader = headers.slice(0, MAX_LINES).flatMap(headerDirectives)
  const directives = [...fromMeta, ...fromHeader].map((one) =>
    isOver(one, now) ? closed(one) : one,
  )
  const general = directives.filter(({ agent }) => agent === 'robots')
  const toScanner = directives.filter(({ agent }) => agent === 'robots' || agent === SCANNER)
  const isAsked = (...wanted: string[]): boolean => general.some((one) => asks(one, wanted))
  const isScannerAsked = (wanted: string): boolean =>
    toScanner.some((one) => asks(one, [wanted, 'none']))
  const botsAsked = (...wanted: string[]): string[] => [
    ...new Set(
      directives
        .filter((one) => one.agent !== 'robots' && one.agent !== SCANNER && asks(one, wanted))
        .map(({ agent }) => agent),
    ),
  ]
  return {
    meta: fromMeta.map(asLine),
    header: fromHeader.map(asLine),
    directives,
    isNoindex: isAsked('noindex', 'none'),
    isNofollow: isAsked('nofollow', 'none'),
    isScanNoindex: isScannerAsked('noindex'),
    isScanNofollow: isScannerAsked('nofollow'),
    hasEnd: directives.some((one) => one.directives.some((text) => text.startsWith(END))),
    isNosnippet: isAsked('nosnippet', 'max-snippet:0'),
    isNoai: directives.some((one) => asks(one, ['noai', 'noimageai'])),
    noindexBots: botsAsked('noindex', 'none'),
    nosnippetBots: botsAsked('nosnippet', 'max-snippet:0'),
    maxSnippet: smallestSnippet(general),
  }
}

/** https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag#unavailable_after */
const END = 'unavailable_after:'

const isOver = ({ directives }: RobotsDirectives, now: number): boolean =>
  directives.some((directive) => {
    if (!directive.startsWith(END)) return false
    const day = parseWebDate(directive.slice(END.length))
    return day !== null && Date.parse(day) < now
  })

const closed = ({ agent, directives }: RobotsDirectives): RobotsDirectives => ({
  agent,
  directives: [...directives, 'noindex'],
})

const asks = ({ directives }: RobotsDirectives, wanted: readonly string[]): boolean =>
  directives.some((directive) => wanted.includes(directive))

const asLine = ({ agent, directives }: RobotsDirectives): string =>
  `${agent}: ${directives.join(', ')}`

function metaDirectives(meta: HtmlNode): RobotsDirectives[] {
  const agent = attributeOf(meta, 'name')?.trim().toLowerCase()
  if (agent === undefined || !AGENTS.has(agent)) return []
  const directives = itemsOf(attributeOf(meta, 'content') ?? '').map(normalised)
  return directives.length === 0 ? [] : [{ agent, directives }]
}

/** Splits `googlebot: nofollow, otherbot: noindex`: a name with a colon begins the directives of one bot. */
function headerDirectives(header: string): RobotsDirectives[] {
  const found: RobotsDirectives[] = []
  let current: RobotsDirectives = { agent: 'robots', directives: [] }
  for (const item of itemsOf(header)) {
    const colon = item.indexOf(':')
    const name = item.slice(0, Math.max(colon, 0)).trim()
    const isAgent = /^[\w-]+$/.test(name) && !VALUED.has(name)
    if (isAgent) {
      if (current.directives.length > 0) found.push(current)
      current = { agent: name, directives: [] }
    }
    const directive = normalised(isAgent ? item.slice(colon + 1) : item)
    if (directive !== '') current.directives.push(directive)
  }
  return current.directives.length > 0 ? [...found, current] : found
}

function itemsOf(value: string): string[] {
  const items: string[] = []
  for (const text of cleanLine(value, MAX_VALUE).toLowerCase().split(',')) {
    const item = text.trim()
    const before = items.at(-1)
    // A date may begin with a weekday and a comma.
    if (before !== undefined && WEEKDAY_OF_END.test(before)) items.push(`${items.pop()}, ${item}`)
    else if (item !== '') items.push(item)
  }
  return items
}

const WEEKDAY_OF_END = /unavailable_after ?: ?[a-z]{3,9}$/

/** Removes the spaces around the colon: `max-snippet : 20` gives `max-snippet:20`. */
const normalised = (directive: string): string => directive.trim().replace(/ ?: ?/, ':')

function smallestSnippet(general: readonly RobotsDirectives[]): number | null {
  const limits = general
    .flatMap(({ directives }) => directives)
    .flatMap((directive) => /^max-snippet:(\d{1,6})$/.exec(directive)?.[1] ?? [])
    .map(Number)
  return limits.length === 0 ? null : Math.min(...limits)
}
