import { foldForComparison } from './rule-subject.ts'
import type { PromptRule, RuleActions } from './rule-input.ts'
import {
  PAGE_LIMITS,
  type RuleDrops,
  type RuleExplanation,
  type RuleResult,
} from './rule-result.ts'

/** The merged actions of all rules that match a page. */
export interface MergedActions {
  result: RuleResult
  explain: RuleExplanation
  dropped: RuleDrops
}

/** One change that a rule makes to a page, unless an earlier rule made it; equal keys are the same change. */
interface Effect {
  key: string
  apply: (merged: MergedActions) => void
}

/** Fields that hold a limited number of items; all other fields share one more place, without a limit. */
const LIMITED = ['vars', 'tags', 'suggestedQuestions', 'trackQueries'] as const
const UNLIMITED = LIMITED.length
const ROOM = Int32Array.from([...LIMITED.map((field) => PAGE_LIMITS[field]), 2 ** 31 - 1])

/** Effects of a rule by field: in the order of `LIMITED`, then those without limit. */
type RuleEffects = readonly (readonly Effect[])[]

/**
 * Merges the actions of a site's rules for any number of pages. Effects are kept as numbers in arrays, rule by rule and
 * field by field, since rules may give one page 26,000 things, most of which it has by then.
 */
export class ActionMerger {
  readonly #ids: readonly string[]
  readonly #applies: readonly Effect['apply'][]
  /** The index at which the effects of each field of each rule begin; one more for the end. */
  readonly #starts: Int32Array
  /** The number of each effect's key. */
  readonly #keys: Int32Array
  /** The number of the merge in which each key was applied last. */
  readonly #appliedIn: Uint32Array
  #merges = 0

  constructor(rules: readonly Pick<PromptRule, 'id' | 'actions'>[]) {
    const fields = rules.flatMap(({ id, actions }) => effectsOf(id, actions))
    const effects = fields.flat()
    const numByKey = new Map<string, number>()
    const numOf = ({ key }: Effect): number => {
      const num = numByKey.get(key) ?? numByKey.size
      numByKey.set(key, num)
      return num
    }
    this.#ids = rules.map(({ id }) => id)
    this.#applies = effects.map(({ apply }) => apply)
    this.#keys = Int32Array.from(effects, numOf)
    this.#appliedIn = new Uint32Array(numByKey.size)
    this.#starts = new Int32Array(fields.length + 1)
    fields.forEach(({ length }, i) => {
      this.#starts[i + 1] = (this.#starts[i] ?? 0) + length
    })
  }

  /** Merges the actions of the rules of these numbers, in this order. */
  merge(numbers: readonly number[]): MergedActions {
    const merged: MergedActions = { result: {}, explain: {}, dropped: {} }
    const room = ROOM.slice()
    this.#merges = (this.#merges + 1) >>> 0
    for (const n of numbers) {
      for (let field = 0; field <= UNLIMITED; field++) {
        const before = room[field] ?? 0
        if (before < 0) continue
        room[field] = this.#apply(n, field, before, merged)
        const limited = LIMITED[field]
        if (limited && (room[field] ?? 0) < 0) merged.dropped[limited] = this.#ids[n]
      }
    }
    dropRemovedPrimary(merged)
    return merged
  }

  /**
   * Applies the effects of rule `n` on a field whose keys are new in this merge, while there is room; returns how much
   * room is left, -1 if there was too little.
   */
  #apply(n: number, field: number, room: number, merged: MergedActions): number {
    const place = n * (UNLIMITED + 1) + field
    const end = this.#starts[place + 1] ?? 0
    let left = room
    for (let i = this.#starts[place] ?? 0; i < end; i++) {
      const key = this.#keys[i] ?? 0
      if (this.#appliedIn[key] === this.#merges) continue
      if (left-- === 0) return -1
      this.#appliedIn[key] = this.#merges
      this.#applies[i]?.(merged)
    }
    return left
  }
}

/**
 * Drops the primary kind from a result if it is among the removed kinds: a page cannot show first a kind that it does
 * not have.
 */
function dropRemovedPrimary({ result, explain }: MergedActions): void {
  const { primaryKind, removeKinds } = result
  if (primaryKind === undefined || removeKinds?.includes(primaryKind) !== true) return
  delete result.primaryKind
  delete explain['primaryKind']
}

function effectsOf(ruleId: string, actions: RuleActions): RuleEffects {
  const { addKinds, removeKinds, addTags, suggestQuestions, trackQuery } = actions
  const { vars = {}, setTemplates = [] } = actions
  const queries = trackQuery && [{ text: trackQuery.text, tags: trackQuery.tags ?? [] }]
  return [
    named(ruleId, 'vars', Object.entries(vars)),
    items(ruleId, 'tags', addTags, (tag) => `tag ${foldForComparison(tag)}`),
    items(
      ruleId,
      'suggestedQuestions',
      suggestQuestions,
      (text) => `question ${foldForComparison(text)}`,
    ),
    items(ruleId, 'trackQueries', queries, ({ text }) => `query ${foldForComparison(text)}`),
    [
      ...valueEffects(ruleId, actions),
      ...named(
        ruleId,
        'templates',
        setTemplates.map(({ kind, template }) => [kind, template]),
      ),
      // A kind that one rule adds and another removes is as the first of them says, so both lists share their keys.
      ...items(ruleId, 'addKinds', addKinds, (kind) => `kind ${kind}`),
      ...items(ruleId, 'removeKinds', removeKinds, (kind) => `kind ${kind}`),
    ],
  ]
}

/**
 * Lists the effects that set single values. The targets are one of them and no list to add to, since their order is
 * their meaning.
 */
function valueEffects(ruleId: string, actions: RuleActions): Effect[] {
  return [
    ...value(ruleId, 'primaryKind', actions.setPrimary),
    ...value(ruleId, 'targets', actions.setTargets),
    ...value(ruleId, 'prepend', actions.prepend),
    ...value(ruleId, 'append', actions.append),
    ...value(ruleId, 'language', actions.setLanguage),
    ...value(ruleId, 'type', actions.setType),
    ...value(ruleId, 'requireReview', actions.requireReview),
    ...value(ruleId, 'disableWidget', actions.disableWidget),
    ...value(ruleId, 'excludeFromScan', actions.excludeFromScan),
  ]
}

type ValueField = Exclude<keyof RuleResult, keyof ListItems | NamedField>

/**
 * Makes the effect that sets a single value, also `false`, in a list; an empty list without a value. The first rule
 * that sets a field wins.
 */
function value<F extends ValueField>(ruleId: string, field: F, given: RuleResult[F]): Effect[] {
  if (given === undefined) return []
  const apply: Effect['apply'] = ({ result, explain }) => {
    result[field] = given
    explain[field] = ruleId
  }
  return [{ key: field, apply }]
}

/**
 * Makes the effects that set templates by kind, or variables by name. The first rule that sets a kind or name wins,
 * each by itself.
 */
const named = (
  ruleId: string,
  field: NamedField,
  texts: readonly (readonly [name: string, text: string])[],
): Effect[] =>
  texts.map(([name, text]) => ({
    key: `${field}.${name}`,
    apply: ({ result, explain }) => {
      const given: Record<string, string> = (result[field] ??= {})
      given[name] = text
      explain[`${field}.${name}`] = ruleId
    },
  }))

type NamedField = 'templates' | 'vars'

interface ListItems {
  addKinds: NonNullable<RuleResult['addKinds']>
  removeKinds: NonNullable<RuleResult['removeKinds']>
  tags: string[]
  suggestedQuestions: string[]
  trackQueries: NonNullable<RuleResult['trackQueries']>
}

/**
 * Makes the effects that add items to a list, each once over all rules in their order; items of equal `keyOf` are the
 * same.
 */
function items<F extends keyof ListItems>(
  ruleId: string,
  field: F,
  given: readonly ListItems[F][number][] = [],
  keyOf: (item: ListItems[F][number]) => string,
): Effect[] {
  return given.map((item) => ({
    key: keyOf(item),
    apply: ({ result, explain }) => {
      const list: ListItems[F][number][] = (result[field] ??= [])
      list.push(item)
      const givers = explain[field]
      if (!Array.isArray(givers)) explain[field] = [ruleId]
      else if (givers.at(-1) !== ruleId) givers.push(ruleId)
    },
  }))
}
