import type { ParsedPage } from '../../html/read-page.ts'
import { readPageRobots } from '../../html/robots-directives.ts'
import { MAX_ROBOTS_BYTES, MAX_WILDCARD_RULES, type Robots } from '../../robots/robots.ts'
import { isNamedInRobots, robotsAccess } from '../../robots/is-allowed.ts'
import { BOTS, type BotPurpose } from '../../robots/bots.ts'
import type { CheckInput } from '../check-input.ts'
import { blockedLine, effectiveRobots, type BotAccess } from '../effective-robots.ts'
import { finding, worstFinding, type CheckFinding, warnIf, failIf } from '../finding.ts'
import type { Observation, RobotsAnswer } from '../observation.ts'
import {
  isAnswered,
  onPage,
  evidenceSourceOf,
  type CheckEvaluator,
  type EvidenceSource,
} from '../page-checks.ts'
import { usageSignals } from '../usage-signals.ts'
import { unprotected } from './protection.ts'
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
/** Length of a useful snippet according to Google, in characters; a shorter limit leaves little to quote. */
const MIN_SNIPPET = 160
const MAX_NOSNIPPET_SHARE = 0.5

const NOT_ASKED = 'robots.txt was not asked for.'

const readRobots: CheckEvaluator = (observation) => {
  const { robots } = observation
  if (robots === null) return finding('na', evidenceSourceOf(observation), [NOT_ASKED])
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
      return finding('warn', robots, [
        `Status ${status}: there are no rules, every bot may fetch everything.`,
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

/** Weighted share of search bots that may fetch the page, 0 to 1; null when robots.txt was not fetched. */
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
  if (robots === null || access === null)
    return finding('na', evidenceSourceOf(observation), [NOT_ASKED])
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
  if (answer === null) return finding('na', evidenceSourceOf(observation), [NOT_ASKED])
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

export const ACCESS = {
  A1: readRobots,
  A2: searchBots,
  A3: userFetchers,
  A4: trainingStance,
  A5: indexable,
  A6: quotable,
  A7: unprotected,
} satisfies Record<string, CheckEvaluator>
