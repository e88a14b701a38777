import { isJsonObject } from '../../json-object.ts'
import { compilePath, matchesCompiled, MAX_PATTERN_CHARS, type PathPattern } from '../path.ts'
import { malformed, noRule, shownRule, type LayerAnswer } from './layer.ts'
import { asRead } from './was-read.ts'

const MAX_FILE_CHARS = 524_288
const MAX_RULES = 1_000

/**
 * A site's statements by TDMRep: the value of the HTTP field or `<meta>`, and the text of `/.well-known/tdmrep.json`.
 */
export interface TdmSignals {
  readonly tdmReservation?: string | number | undefined
  /**
   * The text of `/.well-known/tdmrep.json`, or the rule that `tdmRuleAt` read from it, for a caller who asks many
   * times.
   */
  readonly tdmRep?: string | readonly TdmRule[] | undefined
}

/**
 * Returns what TDMRep says about a use: a reservation of 1 bans training, 0 grants nothing. The field overrides the
 * file.
 */
export function tdmrepLayer(signals: TdmSignals, use: string, path: string): LayerAnswer {
  if (signals.tdmReservation !== undefined) {
    const value = String(signals.tdmReservation).trim().slice(0, 8)
    if (value !== '0' && value !== '1') return malformed('tdmrep')
    return reservation(use, value, `tdm-reservation: ${value}`)
  }
  const { tdmRep = '' } = signals
  const rules = typeof tdmRep === 'string' ? readTdmRules(tdmRep) : tdmRep
  if (rules === undefined) return malformed('tdmrep')
  const best = strongest(rules, path)
  if (best === undefined) return noRule('tdmrep')
  return reservation(use, best.value, `${best.location} tdm-reservation: ${best.value}`)
}

/** A rule of `tdmrep.json`. */
interface TdmRule {
  readonly location: string
  readonly pattern: PathPattern
  readonly value: string
}

/**
 * Returns the rule that wins for a path: the one with the longest location, or, of equally long ones, one that
 * reserves.
 */
function strongest(rules: readonly TdmRule[], path: string): TdmRule | undefined {
  let best: TdmRule | undefined
  for (const rule of rules) {
    const than = best?.pattern.octets ?? -1
    const isStronger =
      rule.pattern.octets > than || (rule.pattern.octets === than && rule.value === '1')
    if (isStronger && matchesCompiled(rule.pattern, path)) best = rule
  }
  return best
}

function reservation(use: string, value: string, text: string): LayerAnswer {
  if (value !== '1' || use !== 'train-ai') return noRule('tdmrep')
  return { layer: 'tdmrep', decision: 'deny', rule: shownRule(text), reason: 'rule_matched' }
}

/**
 * Reads `tdmrep.json` once for all questions about a page, and returns a list with the rule that wins for its path, if
 * any. Undefined for a text that is not a JSON list.
 */
export function tdmRuleAt(text: string, path: string): readonly TdmRule[] | undefined {
  const rules = readTdmRules(text)
  const winning = rules && strongest(rules, path)
  return rules && asRead(winning ? [winning] : [])
}

/** Reads the rules of `tdmrep.json`; undefined for a text that is too long or not a JSON list. */
function readTdmRules(text: string): readonly TdmRule[] | undefined {
  const list = text.length > MAX_FILE_CHARS ? undefined : parse(text)
  if (!Array.isArray(list)) return undefined
  return list.slice(0, MAX_RULES).flatMap((one: unknown) => {
    if (!isJsonObject(one)) return []
    const { location, 'tdm-reservation': value } = one
    if (typeof location !== 'string' || location.length > MAX_PATTERN_CHARS) return []
    return value === 0 || value === 1
      ? [{ location, pattern: compilePath(location), value: String(value) }]
      : []
  })
}

/** @NOTE what is no JSON is an answer here, not a fault. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}
