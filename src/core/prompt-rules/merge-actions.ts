import { fold } from './page-facts.ts'
import type { RuleActions } from './rule-input.ts'
import type { RuleExplanation, RuleResult } from './rule-result.ts'

/** A result in the making. */
export interface Draft {
  result: RuleResult
  explain: RuleExplanation
  /** What each list has already, in the form by which two items are the same. */
  seen: Partial<Record<ListField | 'kinds', Set<string>>>
}

type ScalarField =
  | 'primaryKind'
  | 'targets'
  | 'prepend'
  | 'append'
  | 'language'
  | 'type'
  | 'requireReview'
  | 'disableWidget'
  | 'excludeFromScan'

interface ListItems {
  addKinds: NonNullable<RuleResult['addKinds']>
  removeKinds: NonNullable<RuleResult['removeKinds']>
  tags: string[]
  suggestedQuestions: string[]
  trackQueries: NonNullable<RuleResult['trackQueries']>
}
type ListField = keyof ListItems

export const emptyDraft = (): Draft => ({ result: {}, explain: {}, seen: {} })

/** One action of a rule, ready to be done to the draft of any page. */
export type Effect = (draft: Draft) => void

/** Reads a rule's actions once, so that a page pays only for those that the rule has. */
export function compileActions(ruleId: string, actions: RuleActions): Effect[] {
  return [
    ...scalarEffects(ruleId, actions),
    ...mapEffects(ruleId, actions),
    ...listEffects(ruleId, actions),
  ]
}

/** The order of `setTargets` is its meaning, so it is one value and no list to add to. */
function scalarEffects(ruleId: string, actions: RuleActions): Effect[] {
  return [
    ...setOnce(ruleId, 'primaryKind', actions.setPrimary),
    ...setOnce(ruleId, 'targets', actions.setTargets),
    ...setOnce(ruleId, 'prepend', actions.prepend),
    ...setOnce(ruleId, 'append', actions.append),
    ...setOnce(ruleId, 'language', actions.setLanguage),
    ...setOnce(ruleId, 'type', actions.setType),
    ...setOnce(ruleId, 'requireReview', actions.requireReview),
    ...setOnce(ruleId, 'disableWidget', actions.disableWidget),
    ...setOnce(ruleId, 'excludeFromScan', actions.excludeFromScan),
  ]
}

/** The first rule that sets the field wins, also if it sets `false`. */
function setOnce<F extends ScalarField>(ruleId: string, field: F, value: RuleResult[F]): Effect[] {
  if (value === undefined) return []
  const effect: Effect = ({ result, explain }) => {
    if (result[field] !== undefined) return
    result[field] = value
    explain[field] = ruleId
  }
  return [effect]
}

/** Templates and variables: the first rule that sets the name wins, each name by itself. */
function mapEffects(ruleId: string, { setTemplates = [], vars = {} }: RuleActions): Effect[] {
  const templates = setTemplates.map<Effect>(({ kind, template }) => ({ result, explain }) => {
    result.templates ??= {}
    if (Object.hasOwn(result.templates, kind)) return
    result.templates[kind] = template
    explain[`templates.${kind}`] = ruleId
  })
  const values = Object.entries(vars).map<Effect>(([name, value]) => ({ result, explain }) => {
    result.vars ??= {}
    if (Object.hasOwn(result.vars, name)) return
    result.vars[name] = value
    explain[`vars.${name}`] = ruleId
  })
  return [...templates, ...values]
}

/** A kind that one rule adds and another removes is as the first of them says, so both lists share what they have seen. */
function listEffects(ruleId: string, actions: RuleActions): Effect[] {
  const { addKinds, removeKinds, addTags, suggestQuestions, trackQuery } = actions
  const queries = trackQuery && [{ text: trackQuery.text, tags: trackQuery.tags ?? [] }]
  return [
    ...extend(ruleId, 'addKinds', addKinds, String, 'kinds'),
    ...extend(ruleId, 'removeKinds', removeKinds, String, 'kinds'),
    ...extend(ruleId, 'tags', addTags, fold),
    ...extend(ruleId, 'suggestedQuestions', suggestQuestions, fold),
    ...extend(ruleId, 'trackQueries', queries, ({ text }) => fold(text)),
  ]
}

/** Items of all rules in their order, each once; `keyOf` says which are the same. */
function extend<F extends ListField>(
  ruleId: string,
  field: F,
  items: readonly ListItems[F][number][] = [],
  keyOf: (item: ListItems[F][number]) => string,
  share: F | 'kinds' = field,
): Effect[] {
  const keyed = items.map((item) => ({ item, key: keyOf(item) }))
  if (keyed.length === 0) return []
  const effect: Effect = ({ result, explain, seen }) => {
    const known = (seen[share] ??= new Set())
    const added = keyed.filter(({ key }) => !known.has(key) && known.add(key))
    if (added.length === 0) return
    const list: ListItems[F][number][] = (result[field] ??= [])
    list.push(...added.map(({ item }) => item))
    const contributors = explain[field]
    if (Array.isArray(contributors)) contributors.push(ruleId)
    else explain[field] = [ruleId]
  }
  return [effect]
}
