import { fold } from './page-facts.ts'
import type { PromptRule, RuleActions } from './rule-input.ts'
import type { RuleExplanation, RuleResult } from './rule-result.ts'

/** A result in the making. */
interface Draft {
  result: RuleResult
  explain: RuleExplanation
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

/** One thing that a rule gives a result, unless an earlier rule gave it; `slot` says what is the same thing. */
interface Gift {
  slot: string
  give: (draft: Draft) => void
}

/** Gifts of one field; `giveAll` does for a list what its gifts do one by one. */
interface GiftGroup {
  gifts: readonly Gift[]
  giveAll?: Gift['give']
}

interface RuleGifts {
  /** Which rules have the same slots: what one of them gave leaves nothing to the others. */
  kind: number
  slots: Int32Array
  gives: readonly Gift['give'][]
}

/** What the rules of a site do, ready to be done to any number of pages. */
export class ActionMerger {
  readonly #gifts: readonly RuleGifts[]
  /** Per slot: the merge that has it taken. */
  readonly #taken: Uint32Array
  #merges = 0

  /** Reads actions once, so that a page pays only for those that its rules have. */
  constructor(rules: readonly Pick<PromptRule, 'id' | 'actions'>[]) {
    const numBySlot = new Map<string, number>()
    const numOf = (slot: string): number => {
      const num = numBySlot.get(slot) ?? numBySlot.size
      numBySlot.set(slot, num)
      return num
    }
    const groups = rules.map(({ id, actions }) => groupsOf(id, actions))
    const uses = countSlots(groups.flat())
    this.#gifts = groups.map((own, n) => {
      const gifts = own.flatMap((group) => together(group, n, uses))
      const slots = Int32Array.from(gifts, ({ slot }) => numOf(slot))
      const kind = numOf(`all of ${slots.join(' ')}`)
      return { kind, slots, gives: gifts.map(({ give }) => give) }
    })
    this.#taken = new Uint32Array(numBySlot.size)
  }

  /** What the rules of these numbers do together, in this order. */
  merge(numbers: readonly number[]): Draft {
    const draft: Draft = { result: {}, explain: {} }
    this.#merges = (this.#merges + 1) >>> 0
    for (const n of numbers) this.#give(n, draft)
    return draft
  }

  #give(n: number, draft: Draft): void {
    const gifts = this.#gifts[n]
    if (!gifts || this.#taken[gifts.kind] === this.#merges) return
    const { kind, slots, gives } = gifts
    this.#taken[kind] = this.#merges
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] ?? 0
      if (this.#taken[slot] === this.#merges) continue
      this.#taken[slot] = this.#merges
      gives[i]?.(draft)
    }
  }
}

function countSlots(groups: readonly GiftGroup[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  for (const { slot } of groups.flatMap(({ gifts }) => gifts)) {
    uses.set(slot, (uses.get(slot) ?? 0) + 1)
  }
  return uses
}

/** A list of which no other rule gives anything need not be looked through item by item. */
function together(
  { gifts, giveAll }: GiftGroup,
  n: number,
  uses: ReadonlyMap<string, number>,
): readonly Gift[] {
  const [first] = gifts
  if (!first || !giveAll || gifts.some(({ slot }) => uses.get(slot) !== 1)) return gifts
  return [{ slot: `${n} ${first.slot}`, give: giveAll }]
}

const groupsOf = (ruleId: string, actions: RuleActions): GiftGroup[] => [
  { gifts: scalarGifts(ruleId, actions) },
  { gifts: mapGifts(ruleId, actions) },
  ...listGifts(ruleId, actions),
]

/** The order of `setTargets` is its meaning, so it is one value and no list to add to. */
function scalarGifts(ruleId: string, actions: RuleActions): Gift[] {
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

/** The first rule that sets the field wins, also if it sets `false`. */
function value<F extends ScalarField>(ruleId: string, field: F, given: RuleResult[F]): Gift[] {
  if (given === undefined) return []
  const give: Gift['give'] = ({ result, explain }) => {
    result[field] = given
    explain[field] = ruleId
  }
  return [{ slot: field, give }]
}

/** Templates and variables: the first rule that sets the name wins, each name by itself. */
function mapGifts(ruleId: string, { setTemplates = [], vars = {} }: RuleActions): Gift[] {
  const templates = setTemplates.map<Gift>(({ kind, template }) => ({
    slot: `templates.${kind}`,
    give: ({ result, explain }) => {
      result.templates ??= {}
      result.templates[kind] = template
      explain[`templates.${kind}`] = ruleId
    },
  }))
  const values = Object.entries(vars).map<Gift>(([name, text]) => ({
    slot: `vars.${name}`,
    give: ({ result, explain }) => {
      result.vars ??= {}
      result.vars[name] = text
      explain[`vars.${name}`] = ruleId
    },
  }))
  return [...templates, ...values]
}

/** A kind that one rule adds and another removes is as the first of them says, so both lists share their slots. */
function listGifts(ruleId: string, actions: RuleActions): GiftGroup[] {
  const { addKinds, removeKinds, addTags, suggestQuestions, trackQuery } = actions
  const queries = trackQuery && [{ text: trackQuery.text, tags: trackQuery.tags ?? [] }]
  return [
    items(ruleId, 'addKinds', addKinds, (kind) => `kind ${kind}`),
    items(ruleId, 'removeKinds', removeKinds, (kind) => `kind ${kind}`),
    items(ruleId, 'tags', addTags, (tag) => `tag ${fold(tag)}`),
    items(ruleId, 'suggestedQuestions', suggestQuestions, (text) => `question ${fold(text)}`),
    items(ruleId, 'trackQueries', queries, ({ text }) => `query ${fold(text)}`),
  ]
}

/** Items of all rules in their order, each once; `slotOf` says which are the same. */
function items<F extends ListField>(
  ruleId: string,
  field: F,
  given: readonly ListItems[F][number][] = [],
  slotOf: (item: ListItems[F][number]) => string,
): GiftGroup {
  const add = (draft: Draft, added: readonly ListItems[F][number][]): void => {
    const list: ListItems[F][number][] = (draft.result[field] ??= [])
    for (const item of added) list.push(item)
    const givers = draft.explain[field]
    if (!Array.isArray(givers)) draft.explain[field] = [ruleId]
    else if (givers.at(-1) !== ruleId) givers.push(ruleId)
  }
  return {
    gifts: given.map((item) => ({ slot: slotOf(item), give: (draft) => add(draft, [item]) })),
    giveAll: (draft) => add(draft, given),
  }
}
