import { createRequire } from 'node:module'
import { isbot } from 'isbot'
import * as z from 'zod'
import { BoundedMap } from '../../lib/cache/bounded-map.ts'

const MAX_USER_AGENT_CHARS = 1_000
const MAX_LABEL_CHARS = 60
const MAX_CACHED = 2_000

const Crawlers = z.array(z.object({ pattern: z.string(), instances: z.array(z.string()) }))

type Crawler = { test: RegExp; label: string }

let crawlers: readonly Crawler[] | undefined
/** The labels of bots by their user agents, as they were found before; null stands for the browser of a person. */
const nameByUserAgent = new BoundedMap<string, string | null>(MAX_CACHED)

/**
 * Returns a short stable label of the bot behind a user agent: a name from `crawler-user-agents`, `other` for a bot
 * without a name there, `none` without a user agent. Undefined stands for the browser of a person.
 */
export function botName(userAgent: string | undefined): string | undefined {
  if (userAgent === undefined || userAgent.trim() === '') return 'none'
  if (userAgent.length > MAX_USER_AGENT_CHARS) return 'other'
  const name = nameByUserAgent.getOrMake(userAgent, () =>
    isbot(userAgent) ? nameCrawler(userAgent) : null,
  )
  return name ?? undefined
}

function nameCrawler(userAgent: string): string {
  crawlers ??= loadCrawlers()
  return crawlers.find((crawler) => crawler.test.test(userAgent))?.label ?? 'other'
}

// @NOTE this is a lazy require, so that 1,500 patterns are compiled for the first bot and not at start.
function loadCrawlers(): Crawler[] {
  const loaded: unknown = createRequire(import.meta.url)('crawler-user-agents')
  return Crawlers.parse(loaded).map(({ pattern, instances }) => {
    const test = new RegExp(pattern)
    return { test, label: labelOf(test, instances) }
  })
}

/**
 * Returns the label of a pattern, made from the list's own example of a match, so that a visitor's text never becomes a
 * label.
 */
function labelOf(pattern: RegExp, instances: readonly string[]): string {
  const example = instances.find((instance) => pattern.test(instance)) ?? ''
  const name = pattern.exec(example)?.[0] ?? pattern.source
  return name.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').slice(0, MAX_LABEL_CHARS) || 'other'
}
