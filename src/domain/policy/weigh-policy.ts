import {
  USES,
  type AskPolicy,
  type Obligations,
  type Use,
  type UseDecision,
} from '../../protocol/policy/ask-policy.ts'
import { compilePolicy } from '../../protocol/policy/compile-policy.ts'
import { evaluateLayers, type PolicySignals } from '../../protocol/policy/evaluate-layers.ts'
import type { LayerAnswer } from '../../protocol/policy/layers/layer.ts'
import { robotsLinesAt } from '../../protocol/policy/layers/read-robots.ts'
import { tdmRuleAt } from '../../protocol/policy/layers/tdmrep-layer.ts'
import { pathOfUrl } from '../../protocol/policy/path-of-url.ts'
import { TARGET_REGISTRY } from '../../protocol/targets/registry.ts'
import { cleanLine } from '../html/text.ts'
import type { SiteSignals } from './site-signals.ts'

/** The decision on a use of one page, for all targets for which it is the same. */
interface WeighedUse {
  use: Use
  decision: UseDecision
  obligations: Obligations | null
  targets: string[]
  /** The layers that say something, the policy first. */
  layers: LayerAnswer[]
}

/** A signal that allows what the policy denies, or denies what it allows. */
interface PolicyConflict {
  use: Use
  layer: LayerAnswer['layer']
  rule: LayerAnswer['rule']
  /** The decision of the policy; the layer says the opposite. */
  policy: 'allow' | 'deny'
  targets: string[]
}

export interface WeighedPolicy {
  uses: WeighedUse[]
  conflicts: PolicyConflict[]
}

/** Weighs a policy and the signals that a scan read, for one page and every target of the registry. */
export function weighPolicy(
  policy: AskPolicy,
  url: string,
  signals: SiteSignals | undefined,
): WeighedPolicy {
  const compiled = compilePolicy(policy)
  const stated = signals && statedSignals(signals, url)
  const uses = new Map<string, WeighedUse>()
  const conflicts = new Map<string, PolicyConflict>()
  for (const use of USES) {
    for (const { id, agents } of TARGET_REGISTRY.targets) {
      const question = { target: id, agents, use, url, signals: stated }
      const { decision, obligations, layers } = evaluateLayers(compiled, question)
      const telling = layers.filter(saysSomething).map(shown)
      const weighed = { use, decision, obligations, targets: [], layers: telling }
      grouped(uses, weighed).targets.push(id)
      for (const conflict of conflictsOf(use, telling))
        grouped(conflicts, conflict).targets.push(id)
    }
  }
  return { uses: [...uses.values()], conflicts: [...conflicts.values()] }
}

/**
 * Returns the equal decision of an earlier target, so that equal ones are one object; equal ones are written equally,
 * since the same code makes them.
 */
function grouped<T>(known: Map<string, T>, one: T): T {
  const key = JSON.stringify(one)
  const before = known.get(key)
  if (before !== undefined) return before
  known.set(key, one)
  return one
}

const saysSomething = ({ reason }: LayerAnswer): boolean => reason !== 'no_rule'

const MAX_RULE_CHARS = 200

/** Returns a layer with its rule as one line that may be shown, since rules are the site's words. */
const shown = (layer: LayerAnswer): LayerAnswer =>
  typeof layer.rule === 'string' ? { ...layer, rule: cleanLine(layer.rule, MAX_RULE_CHARS) } : layer

function conflictsOf(use: Use, [own, ...others]: readonly LayerAnswer[]): PolicyConflict[] {
  if (own?.layer !== 'policy' || own.decision === 'unknown') return []
  const policy = own.decision
  return others
    .filter(({ decision }) => decision !== 'unknown' && decision !== policy)
    .map(({ layer, rule }) => ({ use, layer, rule, policy, targets: [] }))
}

function statedSignals(signals: SiteSignals, url: string): PolicySignals {
  const { robotsTxt, contentUsage, askPolicy, askPolicyMeta, tdmReservation, tdmRep } = signals
  const path = pathOfUrl(url) ?? '/'
  return {
    robotsTxt: robotsTxt === null ? undefined : robotsLinesAt(robotsTxt, path),
    contentUsage: contentUsage ?? undefined,
    askPolicy: askPolicy ?? undefined,
    askPolicyMeta: askPolicyMeta ?? undefined,
    tdmReservation: tdmReservation ?? undefined,
    tdmRep: tdmRep === null ? undefined : (tdmRuleAt(tdmRep, path) ?? ''),
  }
}
