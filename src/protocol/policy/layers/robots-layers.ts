import type { UseDecision } from '../ask-policy.ts'
import { matchesCompiled } from '../path.ts'
import { readDictionary } from './dictionary.ts'
import { combineDecisions, noRule, shownRule, type LayerAnswer } from './layer.ts'
import { linesForAgent, type RobotsLine, type RobotsLines } from './read-robots.ts'

/** The names of the user agents that fetch for each use, as the registry of targets lists them. */
export interface TargetAgents {
  readonly user?: readonly string[]
  readonly search?: readonly string[]
  readonly train?: readonly string[]
}

const ROLES: ReadonlyMap<string, keyof TargetAgents> = new Map([
  ['answer', 'user'],
  ['summarize', 'user'],
  ['quote', 'user'],
  ['search', 'search'],
  ['train-ai', 'train'],
])

/** The keys of `Content-Signal` by the use that each stands for. */
const SIGNAL_BY_USE: ReadonlyMap<string, string> = new Map([
  ['answer', 'ai-input'],
  ['summarize', 'ai-input'],
  ['quote', 'ai-input'],
  ['search', 'search'],
  ['train-ai', 'ai-train'],
])

/**
 * Returns the names of the agents that come for a use: `*`, whose group then applies, where the registry names none,
 * and an empty list for a use that has no role.
 */
export function agentsFor(agents: TargetAgents | undefined, use: string): readonly string[] {
  const role = ROLES.get(use)
  if (role === undefined) return []
  const given: unknown = agents?.[role]
  const named = Array.isArray(given) ? given.slice(0, MAX_AGENTS).filter(isText) : []
  return named.length === 0 ? ['*'] : named
}

const MAX_AGENTS = 20

const isText = (value: unknown): value is string => typeof value === 'string'

/**
 * Returns the answers of the three layers of robots.txt about a use: `Disallow`, `Content-Usage` and `Content-Signal`.
 */
export function robotsLayers(
  robots: RobotsLines,
  agents: readonly string[],
  use: string,
  path: string,
): LayerAnswer[] {
  const linesByAgent = agents.map((agent) =>
    linesForAgent(robots, agent).filter(({ pattern }) => matchesCompiled(pattern, path)),
  )
  return [
    strongest('robots_disallow', linesByAgent, (lines) => accessAnswer(lines, path)),
    strongest('robots_content_usage', linesByAgent, (lines) =>
      preferenceAnswer('content-usage', lines, (value) => usageOf(value, use)),
    ),
    strongest('robots_content_signal', linesByAgent, (lines) =>
      preferenceAnswer('content-signal', lines, (value) => signalOf(value, use)),
    ),
  ]
}

type Stated = Pick<LayerAnswer, 'decision' | 'rule' | 'reason'>

/** Returns the strongest of the answers for several agents: a ban for one of them is a ban. */
function strongest(
  layer: LayerAnswer['layer'],
  linesByAgent: readonly (readonly RobotsLine[])[],
  answerOf: (lines: readonly RobotsLine[]) => Stated,
): LayerAnswer {
  const answers = linesByAgent.map(answerOf)
  const decision = combineDecisions(answers.map((answer) => answer.decision))
  const first =
    answers.find((one) => one.decision === decision && one.rule !== null) ?? noRule(layer)
  return { layer, decision, rule: first.rule, reason: first.reason }
}

const NOTHING: Stated = { decision: 'unknown', rule: null, reason: 'no_rule' }

function accessAnswer(lines: readonly RobotsLine[], path: string): Stated {
  // RFC 9309 2.2.2: the file itself may always be fetched.
  if (path === '/robots.txt') return NOTHING
  let best: RobotsLine | undefined
  for (const line of lines) {
    if (line.field !== 'allow' && line.field !== 'disallow') continue
    if (best === undefined || isStronger(line, best)) best = line
  }
  if (best === undefined) return NOTHING
  const rule = shownRule(best.text)
  if (best.field === 'disallow') return { decision: 'deny', rule, reason: 'rule_matched' }
  return { decision: 'unknown', rule, reason: 'allow_grants_nothing' }
}

/** True when a line wins over another: by the longer pattern, or, of equally long ones, as an `Allow`. */
const isStronger = (line: RobotsLine, than: RobotsLine): boolean =>
  line.pattern.octets > than.pattern.octets ||
  (line.pattern.octets === than.pattern.octets &&
    line.field === 'allow' &&
    than.field === 'disallow')

/** Returns what the lines with the longest path say; equally long ones are combined. */
function preferenceAnswer(
  field: RobotsLine['field'],
  lines: readonly RobotsLine[],
  decisionOf: (value: string) => UseDecision | undefined,
): Stated {
  const readable = lines.flatMap((line) => {
    const decision = line.field === field ? decisionOf(line.value) : undefined
    return decision === undefined ? [] : [{ line, decision }]
  })
  const longest = readable.reduce((most, { line }) => Math.max(most, line.pattern.octets), 0)
  const winning = readable.filter(({ line }) => line.pattern.octets === longest)
  const decision = combineDecisions(winning.map((one) => one.decision))
  const first = winning.find((one) => one.decision === decision)
  if (decision === 'unknown' || first === undefined) return NOTHING
  return { decision, rule: shownRule(first.line.text), reason: 'rule_matched' }
}

/** Reads what a `Content-Usage` says about a use; undefined for a malformed one, which is ignored whole. */
function usageOf(value: string, use: string): UseDecision | undefined {
  const members = readDictionary(value)
  if (members === undefined || members.size === 0) return undefined
  if (use !== 'train-ai' && use !== 'search') return 'unknown'
  const said = members.get(use)?.token
  if (said === 'y') return 'allow'
  return said === 'n' ? 'deny' : 'unknown'
}

/** Reads what a `Content-Signal` says about a use, such as `search=yes, ai-input=no`; unknown keys are ignored. */
function signalOf(value: string, use: string): UseDecision {
  const key = SIGNAL_BY_USE.get(use)
  const decisions = value.split(',').flatMap((part) => {
    const [name = '', word = ''] = part.split('=', 2).map((text) => text.trim().toLowerCase())
    if (name !== key) return []
    if (word === 'no') return ['deny' as const]
    return word === 'yes' ? ['allow' as const] : []
  })
  return combineDecisions(decisions)
}
