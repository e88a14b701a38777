import type { ParsedPage } from '../../html/read-page.ts'
import { readPageRobots } from '../../html/robots-directives.ts'
import { MAX_ROBOTS_BYTES, MAX_WILDCARD_RULES, type Robots } from '../../robots/robots.ts'
import { isNamedInRobots, robotsAccess } from '../../robots/is-allowed.ts'
import { BOTS, type BotPurpose } from '../../robots/bots.ts'
import type { CheckInput } from '../check-input.ts'
import { blockedLine, effectiveRobots, type BotAccess } from '../effective-robots.ts'
import {
  finding,
  worstFinding,
  type CheckFinding,
  warnIf,
  failIf,
  type Problem,
} from '../finding.ts'
import type {
  Observation,
  RobotsAnswer,
  Parity,
  ParityAnswer,
  TargetAnswer,
} from '../observation.ts'
import {
  isAnswered,
  onPage,
  evidenceSourceOf,
  type CheckEvaluator,
  type EvidenceSource,
} from '../page-checks.ts'
import { usageSignals } from '../usage-signals.ts'
import { pluralize } from '../../../lib/text/pluralize.ts'

/** Weight of each search bot: about the share of answers that are made from its index. */
const SEARCH_WEIGHTS: Readonly<Record<string, number>> = {
  Googlebot: 3,
  'OAI-SearchBot': 3,
  Bingbot: 2,
  PerplexityBot: 2,
  'Claude-SearchBot': 2,
}
const ENOUGH_SHARE = 0.9
const HALF = 0.5
/** The least length of a useful snippet according to Google, in characters; a shorter limit leaves little to quote. */
const MIN_SNIPPET = 160
const MAX_NOSNIPPET_SHARE = 0.5

const notAsked = (observation: Observation): CheckFinding =>
  finding('na', evidenceSourceOf(observation), ['robots.txt was not asked for.'])

const readRobots: CheckEvaluator = (observation) => {
  const { robots } = observation
  if (robots === null) return notAsked(observation)
  const { status } = robots
  if (status === null) {
    return finding('fail', robots, ['No answer: crawlers take that as a refusal of every page.'])
  }
  switch (robotsAccess(status)) {
    case 'disallow_all':
      return finding('fail', robots, [
        `Status ${status}: crawlers take that as a refusal of every page.`,
      ])
    case 'allow_all':
      return finding('na', robots, [
        `Status ${status}: there are no rules, every bot may fetch everything; none are needed.`,
      ])
    case 'read':
      return judgeRobots(robots, effectiveRobots(robots))
  }
}

function judgeRobots(answer: RobotsAnswer, robots: Robots): CheckFinding {
  const { contentType } = answer
  const { groups, unknownLines, isTruncated, cutRules } = robots
  const isOther = groups.length === 0 && unknownLines > 0
  const type = contentType ?? 'missing'
  return worstFinding(
    answer,
    [
      failIf(isOther, 'The answer has no rules in it: it seems to be another document.'),
      warnIf(!/^\s*text\/plain\b/i.test(type), `Its type is ${type}, not text/plain.`),
      warnIf(isTruncated, `Longer than ${MAX_ROBOTS_BYTES} bytes: the rest is not read.`),
      warnIf(
        cutRules > 0,
        `More than ${MAX_WILDCARD_RULES} rules with wildcards: ${cutRules} are not read.`,
      ),
      warnIf(!isOther && unknownLines > 0, `Lines that are no rules: ${unknownLines}.`),
    ],
    { good: `Groups of rules: ${groups.length}.` },
  )
}

const accessOf = ({ access }: CheckInput, purpose: BotPurpose): BotAccess[] | null =>
  access?.filter(({ bot }) => bot.purpose === purpose) ?? null

/** Computes the weighted share of search bots that may fetch the page, 0 to 1; null when robots.txt was not fetched. */
export function searchShare(observation: CheckInput): number | null {
  const access = accessOf(observation, 'search')
  return access === null ? null : share(access, ({ bot }) => SEARCH_WEIGHTS[bot.token] ?? 1)
}

function share(access: readonly BotAccess[], weight: (one: BotAccess) => number): number {
  const sum = (list: readonly BotAccess[]): number =>
    list.reduce((total, one) => total + weight(one), 0)
  return sum(access.filter(({ allowed }) => allowed)) / sum(access)
}

function judgeAccess(
  observation: Observation,
  access: readonly BotAccess[] | null,
  { allowedShare, enough }: { allowedShare: number; enough: number },
): CheckFinding {
  const { robots } = observation
  if (robots === null || access === null) return notAsked(observation)
  const blocked = access.filter(({ allowed }) => !allowed)
  const percent = Math.round(allowedShare * 100)
  const lines = [
    `Allowed: ${access.length - blocked.length} of ${access.length}, weighted ${percent} %.`,
  ]
  lines.push(...blocked.map(blockedLine))
  const excerpt = blocked[0]?.rule ?? null
  if (allowedShare >= enough) return finding('pass', robots, lines, excerpt)
  return finding(allowedShare >= HALF ? 'warn' : 'fail', robots, lines, excerpt)
}

const searchBots: CheckEvaluator = (observation) =>
  judgeAccess(observation, accessOf(observation, 'search'), {
    allowedShare: searchShare(observation) ?? 0,
    enough: ENOUGH_SHARE,
  })

const userFetchers: CheckEvaluator = (observation) => {
  const access = accessOf(observation, 'user_fetch')
  const allowedShare = access === null ? 0 : share(access, () => 1)
  return judgeAccess(observation, access, { allowedShare, enough: 1 })
}

const trainingStance: CheckEvaluator = (observation) => {
  const { robots: answer } = observation
  if (answer === null) return notAsked(observation)
  const robots = effectiveRobots(answer)
  const training = BOTS.filter(({ purpose }) => purpose === 'training')
  const named = training.filter(({ token }) => isNamedInRobots(robots, token))
  const blocked = (accessOf(observation, 'training') ?? []).filter(({ allowed }) => !allowed)
  const signal = usageSignals(observation).find(({ use }) => use === 'train')
  const lines = [
    `Named: ${named.map(({ token }) => token).join(', ') || 'none'} (${named.length} of ${training.length}).`,
    ...(signal === undefined ? [] : [`Signal: ${signal.text}.`]),
    ...blocked.map(blockedLine),
  ]
  const isExplicit = signal !== undefined || named.length > training.length * HALF
  return finding(isExplicit ? 'pass' : 'warn', answer, lines, blocked[0]?.rule)
}

const indexable: CheckEvaluator = (observation) => {
  const seen = evidenceSourceOf(observation)
  const { botWall, page, headers } = observation.target
  if (botWall !== null) return finding('error', seen, ['A protection hides what the page says.'])
  if (!isAnswered(observation)) {
    return finding('fail', seen, [`Status ${seen.status} is not indexed.`])
  }
  if (page !== null) return judgeIndexing(page.robots, seen)
  const header = headers['x-robots-tag']
  const robots = readPageRobots([], header === undefined ? [] : [header], observation.nowMs)
  return judgeIndexing(robots, seen)
}

function judgeIndexing(robots: ParsedPage['robots'], seen: EvidenceSource): CheckFinding {
  const { meta, header, isNoindex, isNoai, noindexBots } = robots
  const lines = [...meta, ...header]
  const excerpt =
    lines.find((line) => /\b(?:noindex|none|noai|unavailable_after)\b/.test(line)) ?? null
  const note = isNoai ? ' noai is no standard: most bots pass over it.' : ''
  return worstFinding(
    seen,
    [
      failIf(isNoindex, 'Every bot is asked not to index the page.'),
      warnIf(noindexBots.length > 0, `Asked by name not to index it: ${noindexBots.join(', ')}.`),
    ],
    { excerpt, good: `The page may be indexed.${note}` },
  )
}

const quotable = onPage(({ robots, nosnippetShare }, seen) => {
  const { isNosnippet, nosnippetBots, maxSnippet } = robots
  const lines = [...robots.meta, ...robots.header]
  return worstFinding(
    seen,
    [
      failIf(isNosnippet, 'No text of the page may be shown.'),
      failIf(
        nosnippetShare > MAX_NOSNIPPET_SHARE,
        `${Math.round(nosnippetShare * 100)} % of the main text stands under data-nosnippet.`,
      ),
      warnIf(
        maxSnippet !== null && maxSnippet > 0 && maxSnippet < MIN_SNIPPET,
        `At most ${pluralize(maxSnippet ?? 0, 'character')} may be shown.`,
      ),
      warnIf(nosnippetBots.length > 0, `May show no text: ${nosnippetBots.join(', ')}.`),
    ],
    { excerpt: lines.find((line) => line.includes('snippet')) ?? null, good: 'Text may be shown.' },
  )
})

/** The least share of the text that a bot must get, 0 to 1; a bot that gets less gets another page. */
const MIN_TEXT_SHARE = 0.8

/**
 * Passes when our own bot, which says who it is, gets the page. If the owner asked for it, known bots are compared
 * with a browser too: that only ever warns, since protections know bots by their IP addresses and rightly refuse ours
 * in their names.
 */
const unprotected: CheckEvaluator = (observation) => {
  const seen = evidenceSourceOf(observation)
  const { target, parity } = observation
  const { botWall } = target
  if (botWall !== null) return finding('fail', seen, [`In place of the page: ${botWall}.`], botWall)
  // An error page does not show what other bots would have got.
  if (!isAnswered(observation))
    return finding('na', seen, [`Status ${seen.status} says nothing about bots.`])
  const good = 'The page was answered to a bot that says what it is.'
  if (parity === null) return finding('pass', seen, [good])
  return worstFinding(seen, parityProblems(parity, target), { good: `${good}${asked(parity)}` })
}

function parityProblems({ browser, bots }: Parity, target: TargetAnswer): (Problem | null)[] {
  // A browser that was refused because of our IP address says nothing about the page; then our own answer is
  // compared.
  const whole = isPage(browser) ? browser.textBytes : (target.page?.textBytes ?? 0)
  return bots.map((bot) => {
    const { agent, status, botWall, textBytes } = bot
    if (status === null) return null
    if (botWall !== null) return warnIf(true, `In the name of ${agent}: ${botWall}.${SPOOFED}`)
    if (!isPage(bot)) return warnIf(true, `In the name of ${agent}: status ${status}.${SPOOFED}`)
    const percent = whole === 0 ? 100 : Math.round((100 * textBytes) / whole)
    const text = `${agent} gets ${percent} % of the text that a browser gets.`
    return warnIf(textBytes < whole * MIN_TEXT_SHARE, text)
  })
}

const SPOOFED = ' That is right only if it was told by its address that it is not that bot.'

const isPage = ({ status, botWall }: ParityAnswer): boolean =>
  status !== null && status >= 200 && status < 300 && botWall === null

function asked({ bots, keptOut }: Parity): string {
  const same = bots.filter(isPage).map(({ agent }) => agent)
  const said = same.length === 0 ? '' : ` The same goes for ${same.join(', ')}.`
  return keptOut.length === 0 ? said : `${said} robots.txt keeps out ${keptOut.join(', ')}.`
}

export const ACCESS = {
  A1: readRobots,
  A2: searchBots,
  A3: userFetchers,
  A4: trainingStance,
  A5: indexable,
  A6: quotable,
  A7: unprotected,
} satisfies Record<string, CheckEvaluator>
