import {
  ALLOW_ALL,
  DISALLOW_ALL,
  isBotAllowed,
  robotsAccess,
  type RobotsVerdict,
} from '../robots/is-allowed.ts'
import { BOTS, type Bot } from '../robots/bots.ts'
import { productToken, type Robots } from '../robots/robots.ts'
import type { Observation, RobotsAnswer } from './observation.ts'
import { inQuotes } from '../../lib/text/in-quotes.ts'

/**
 * Returns the rules that crawlers follow after an answer for robots.txt: the parsed ones, no rules, or a refusal of
 * everything.
 */
export function effectiveRobots({ status, robots }: RobotsAnswer): Robots {
  // RFC 9309 2.3.1.4: an unreachable robots.txt counts as a server error.
  switch (robotsAccess(status ?? 503)) {
    case 'read':
      return robots ?? ALLOW_ALL
    case 'allow_all':
      return ALLOW_ALL
    case 'disallow_all':
      return DISALLOW_ALL
  }
}

/** The decision of robots.txt about the page for one bot. */
export interface BotAccess {
  bot: Bot
  allowed: boolean
  group: string | null
  rule: string | null
}

/** Returns what robots.txt decides about the page for every known bot; null when robots.txt was not fetched. */
export function botAccess({ robots, target }: Observation): BotAccess[] | null {
  if (robots === null) return null
  const rules = effectiveRobots(robots)
  const path = pathAndQuery(target.finalUrl)
  // Most bots share the rules for all, which may be many: each set of rules is asked only once.
  const verdicts = new Map<string, RobotsVerdict>()
  return BOTS.map((bot) => {
    const group = groupOf(rules, bot)
    const verdict = verdicts.get(group) ?? isBotAllowed(rules, bot, path)
    verdicts.set(group, verdict)
    return { bot, ...verdict }
  })
}

/**
 * Returns the token whose groups in robots.txt apply to a bot: its own, else that of another bot whose groups it
 * follows, else `*`.
 */
function groupOf({ groupsByToken }: Robots, { token, fallbackToken }: Bot): string {
  const tokens = [token, ...(fallbackToken === undefined ? [] : [fallbackToken])].map(productToken)
  return tokens.find((one) => groupsByToken.has(one)) ?? '*'
}

function pathAndQuery(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Describes why a bot is blocked: `GPTBot (OpenAI): Disallow: /private/ of the group gptbot`. */
export function blockedLine({ bot, group, rule }: BotAccess): string {
  const ignores = bot.respectsRobots === 'no' ? '; its operator says that it does not obey' : ''
  return `${bot.token} (${bot.operator}) is kept out by ${inQuotes(rule ?? 'a server error')} for ${group ?? 'all'}${ignores}`
}
