import { isJsonObject } from '../json-object.ts'
import type { Obligations, UseDecision } from './ask-policy.ts'
import type { CompiledPolicy } from './compile-policy.ts'
import { evaluatePath, type PolicyQuestion } from './evaluate-policy.ts'
import { askPolicyLayer, contentUsageLayer } from './layers/header-layers.ts'
import { combineDecisions, type LayerAnswer } from './layers/layer.ts'
import { readRobotsLines, type RobotsLines } from './layers/read-robots.ts'
import { agentsFor, robotsLayers, type TargetAgents } from './layers/robots-layers.ts'
import { tdmrepLayer, type TdmSignals } from './layers/tdmrep-layer.ts'
import { wasRead } from './layers/was-read.ts'
import { pathOfUrl } from './path-of-url.ts'

/**
 * The signals that a site gives in addition to its policy; an absent field is no signal. Header fields of one name are
 * joined with commas.
 */
export interface PolicySignals extends TdmSignals {
  /** The text of robots.txt, or its lines from `readRobotsLines`, for a caller who asks about them many times. */
  readonly robotsTxt?: string | RobotsLines | undefined
  readonly contentUsage?: string | undefined
  readonly askPolicy?: string | undefined
  /** The content of `<meta name="ask-policy">`. */
  readonly askPolicyMeta?: string | undefined
}

export interface LayersQuestion extends PolicyQuestion {
  /** The names under which the target fetches; without names, the group of `*` in robots.txt applies to it. */
  readonly agents?: TargetAgents | undefined
  readonly signals?: PolicySignals | undefined
}

export interface LayersAnswer {
  readonly decision: UseDecision
  /**
   * The terms of a use that is allowed, with the smallest excerpt that an allowing layer asks for; null for any other
   * use.
   */
  readonly obligations: Obligations | null
  /** The answers of the policy and of each signal that is present, in this order, with what each says and why. */
  readonly layers: readonly LayerAnswer[]
}

/**
 * Combines the decisions of a policy and of the signals of a site about a use: `deny` where any of them denies it, else
 * `allow` where any allows it, else `unknown`.
 */
export function evaluateLayers(policy: CompiledPolicy, question: LayersQuestion): LayersAnswer {
  // Callers without types may give anything.
  const path = isJsonObject(question) ? pathOfUrl(question.url) : undefined
  if (path === undefined) {
    const layer = { layer: 'policy', decision: 'unknown', rule: null } as const
    return {
      decision: 'unknown',
      obligations: null,
      layers: [{ ...layer, reason: 'unreadable_url' }],
    }
  }
  const own = evaluatePath(policy, question, path)
  const reason = own.rule === null ? 'no_rule' : 'rule_matched'
  const layers: LayerAnswer[] = [
    { layer: 'policy', decision: own.decision, rule: own.rule, reason },
    ...signalLayers(question, path),
  ]
  const decision = combineDecisions(layers.map((layer) => layer.decision))
  if (decision !== 'allow') return { decision, obligations: null, layers }
  return { decision, obligations: withExcerpt(own.obligations ?? policy.defaults, layers), layers }
}

function signalLayers({ agents, use, signals }: LayersQuestion, path: string): LayerAnswer[] {
  const { askPolicy, askPolicyMeta, contentUsage, robotsTxt, tdmReservation, tdmRep } =
    textSignals(signals)
  const layers: LayerAnswer[] = []
  if (askPolicy !== undefined) layers.push(askPolicyLayer('ask_policy_header', askPolicy, use))
  if (askPolicyMeta !== undefined) {
    layers.push(askPolicyLayer('ask_policy_meta', askPolicyMeta, use))
  }
  if (contentUsage !== undefined) layers.push(contentUsageLayer(contentUsage, use))
  if (robotsTxt !== undefined) {
    const robots = typeof robotsTxt === 'string' ? readRobotsLines(robotsTxt) : robotsTxt
    layers.push(...robotsLayers(robots, agentsFor(agents, use), use, path))
  }
  if (tdmReservation !== undefined || tdmRep !== undefined) {
    layers.push(tdmrepLayer({ tdmReservation, tdmRep }, use, path))
  }
  return layers
}

/**
 * Returns the signals that are texts, or were read from one by this library, and leaves out anything else that callers
 * without types give.
 */
function textSignals(signals: PolicySignals | null = {}): PolicySignals {
  const { askPolicy, askPolicyMeta, contentUsage, robotsTxt, tdmReservation, tdmRep } =
    signals ?? {}
  return {
    askPolicy: textOf(askPolicy),
    askPolicyMeta: textOf(askPolicyMeta),
    contentUsage: textOf(contentUsage),
    robotsTxt: wasRead(robotsTxt) ? robotsTxt : textOf(robotsTxt),
    tdmReservation: typeof tdmReservation === 'number' ? tdmReservation : textOf(tdmReservation),
    tdmRep: wasRead(tdmRep) ? tdmRep : textOf(tdmRep),
  }
}

const textOf = (signal: unknown): string | undefined =>
  typeof signal === 'string' ? signal : undefined

function withExcerpt(terms: Obligations, layers: readonly LayerAnswer[]): Obligations {
  const asked = layers.flatMap(({ maxExcerpt }) => (maxExcerpt === undefined ? [] : [maxExcerpt]))
  const all = terms.maxExcerpt === null ? asked : [...asked, terms.maxExcerpt]
  if (all.length === 0) return terms
  return { attribution: terms.attribution, maxExcerpt: Math.min(...all), license: terms.license }
}
