import type { Bot } from './bots.ts'
import { matchesCompiled, normalisePath } from '../../protocol/policy/path.ts'
import {
  parseRobots,
  productToken,
  type Robots,
  type RobotsGroup,
  type RobotsRule,
} from './robots.ts'

/** The decision of robots.txt about one bot and one path, with its reason. */
export interface RobotsVerdict {
  allowed: boolean
  /** Token of the group that decided (`gptbot`, `*`), or null when no group is for this bot. */
  group: string | null
  /** Line that decided (`Disallow: /private/`), or null when none matches. */
  rule: string | null
}

/** The most characters of a path that are compared; no server takes longer paths. */
const MAX_PATH = 8_192

/** The rules that stand for a missing robots.txt: everything is allowed. */
export const ALLOW_ALL: Robots = parseRobots('')
/** The rules that stand for a robots.txt that could not be fetched: everything is disallowed. */
export const DISALLOW_ALL: Robots = parseRobots('User-agent: *\nDisallow: /')

/**
 * Decides whether a bot may fetch a path with its query (`/a/b?c=d`). The bot's own groups decide, and only without
 * any those of `*`; the longest matching rule wins, and `Allow` between equally long ones (RFC 9309 2.2.1, 2.2.2).
 */
export function isAllowed(
  robots: Robots,
  userAgentToken: string,
  pathAndQuery: string,
): RobotsVerdict {
  return verdict(robots, [productToken(userAgentToken)], pathAndQuery)
}

/**
 * Decides as `isAllowed` does for a known bot, which may follow the groups of another bot when it has none of its own.
 */
export function isBotAllowed(robots: Robots, bot: Bot, pathAndQuery: string): RobotsVerdict {
  const tokens = [bot.token, ...(bot.fallbackToken === undefined ? [] : [bot.fallbackToken])]
  return verdict(robots, tokens.map(productToken), pathAndQuery)
}

/** Returns the seconds that a bot is asked to wait between two requests, the longest that its groups state, or null. */
export function crawlDelaySeconds(robots: Robots, userAgentToken: string): number | null {
  const { groups } = groupsFor(robots, [productToken(userAgentToken)])
  const delays = groups.flatMap(({ crawlDelaySeconds: delay }) => (delay === null ? [] : [delay]))
  return delays.length === 0 ? null : delays.reduce((a, b) => Math.max(a, b))
}

/** True when robots.txt has a group for this bot by its own name. */
export function isNamedInRobots(robots: Robots, userAgentToken: string): boolean {
  return robots.groupsByToken.has(productToken(userAgentToken))
}

/**
 * Returns what the HTTP status of `/robots.txt` means (RFC 9309 2.3.1): read the body, crawl everything because there
 * are no rules, or nothing because they could not be fetched. The status is that after redirects.
 */
export function robotsAccess(httpStatus: number): 'read' | 'allow_all' | 'disallow_all' {
  if (httpStatus >= 200 && httpStatus < 300) return 'read'
  // 429 asks for fewer requests and says nothing about rules; Google treats it like a server error.
  if (httpStatus === 429 || httpStatus >= 500) return 'disallow_all'
  return 'allow_all'
}

function verdict(robots: Robots, tokens: readonly string[], pathAndQuery: string): RobotsVerdict {
  const { group, groups } = groupsFor(robots, tokens)
  const path = comparablePath(pathAndQuery)
  if (path === '/robots.txt') return { allowed: true, group, rule: null }
  const rule = decidingRule(groups, path)
  return { allowed: rule?.kind !== 'disallow', group, rule: rule?.line ?? null }
}

function groupsFor(
  robots: Robots,
  tokens: readonly string[],
): { group: string | null; groups: readonly RobotsGroup[] } {
  for (const group of [...tokens, '*']) {
    const groups = robots.groupsByToken.get(group)
    if (groups !== undefined) return { group, groups }
  }
  return { group: null, groups: [] }
}

function comparablePath(pathAndQuery: string): string {
  const hash = pathAndQuery.indexOf('#')
  const path = (hash === -1 ? pathAndQuery : pathAndQuery.slice(0, hash)).slice(0, MAX_PATH)
  return normalisePath(path.startsWith('/') ? path : `/${path}`)
}

function decidingRule(groups: readonly RobotsGroup[], path: string): RobotsRule | null {
  let best: RobotsRule | null = null
  for (const { rules } of groups) {
    for (const rule of rules) {
      if (best !== null && !isStronger(rule, best)) continue
      if (matchesCompiled(rule, path)) best = rule
    }
  }
  return best
}

const isStronger = (rule: RobotsRule, than: RobotsRule): boolean =>
  rule.octets > than.octets ||
  (rule.octets === than.octets && rule.kind === 'allow' && than.kind === 'disallow')
