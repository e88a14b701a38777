import type { RuleSubject } from '../rule-subject.ts'
import type { PromptRule, RuleActions, RuleMatch } from '../rule-input.ts'

/** The limits of lists, stated a second time here, so that the engine is not held to its own. */
const LIMITS: Record<string, number> = {
  vars: 20,
  tags: 50,
  suggestedQuestions: 20,
  trackQueries: 20,
}

/** Applies rules one after the other as their words say, with regular expressions where the engine has none. */
export function oracle(page: RuleSubject, rules: readonly PromptRule[]) {
  const matched: PromptRule[] = []
  const ordered = rules.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
  for (const rule of ordered) {
    if (!rule.enabled || !holds(rule.match, page)) continue
    matched.push(rule)
    if (rule.stop) break
  }
  return { matched: matched.map(({ id }) => id), ...merged(matched) }
}

const lower = (text: string | null): string => text?.toLowerCase() ?? ''

const given = <T>(wanted: T | undefined, holdsFor: (wanted: T) => boolean): boolean =>
  wanted === undefined || holdsFor(wanted)

function holds(match: RuleMatch, page: RuleSubject): boolean {
  const date = page.publishedAt === null ? '' : new Date(page.publishedAt).toISOString()
  const words = page.wordCount ?? Number.NaN
  return [
    given(match.path, (glob) => globHolds(glob, page.path)),
    given(match.host, (glob) => globHolds(glob, page.host)),
    given(match.type, (type) => type === page.type),
    given(match.language, (range) => `${lower(page.language)}-`.startsWith(`${lower(range)}-`)),
    given(match.titleContains, (part) => lower(page.title).includes(lower(part))),
    given(match.tag, (tag) => page.tags.map(lower).includes(lower(tag))),
    given(match.schemaType, (type) => page.schemaTypes.includes(type)),
    given(match.wordCount?.gte, (gte) => words >= gte),
    given(match.wordCount?.lte, (lte) => words <= lte),
    given(match.publishedAfter, (from) => date !== '' && date >= from),
    given(match.publishedBefore, (end) => date !== '' && date < end),
    given(match.authorContains, (part) => lower(page.author).includes(lower(part))),
    given(match.status, (status) => status === page.status),
    given(match.any, (any) => any.some((one) => holds(one, page))),
    given(match.not, (not) => !holds(not, page)),
  ].every(Boolean)
}

function globHolds(glob: string, text: string): boolean {
  const [group, inside] = /\{([^{}]*)\}/.exec(glob) ?? []
  if (group !== undefined && inside !== undefined) {
    return inside.split(',').some((one) =>
      globHolds(
        glob.replace(group, () => one),
        text,
      ),
    )
  }
  return segmentsHold(glob.split('/'), text.split('/'))
}

function segmentsHold(globs: string[], texts: string[]): boolean {
  const [glob, ...nextGlobs] = globs
  const [text, ...nextTexts] = texts
  if (glob === undefined) return text === undefined
  if (glob === '**') {
    return segmentsHold(nextGlobs, texts) || (text !== undefined && segmentsHold(globs, nextTexts))
  }
  return text !== undefined && patternOf(glob).test(text) && segmentsHold(nextGlobs, nextTexts)
}

function patternOf(glob: string): RegExp {
  if (glob === '*') return /./
  return new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.')}$`)
}

type Given<T> = [value: T, ruleId: string][]

/** Collects a field of the result and its explanation, in the order of the rules that are given. */
class Merge {
  readonly result: Record<string, unknown> = {}
  readonly explain: Record<string, string | string[]> = {}
  readonly dropped: Record<string, string> = {}
  readonly #rules: readonly PromptRule[]

  constructor(rules: readonly PromptRule[]) {
    this.#rules = rules
  }

  #given<T>(read: (actions: RuleActions) => T | undefined): Given<T> {
    return this.#rules.flatMap(({ id, actions }): Given<T> => {
      const value = read(actions)
      return value === undefined ? [] : [[value, id]]
    })
  }

  first(field: string, read: (actions: RuleActions) => unknown): void {
    const [winner] = this.#given(read)
    if (winner) [this.result[field], this.explain[field]] = winner
  }

  byName(field: string, read: (actions: RuleActions) => Record<string, string> | undefined): void {
    const values = this.#given(read).flatMap(([record, id]) =>
      Object.entries(record).map(([name, value]) => ({ item: { name, value }, id })),
    )
    const kept = this.#kept(field, values, ({ name }) => name)
    for (const { item, id } of kept) this.explain[`${field}.${item.name}`] = id
    if (kept.length === 0) return
    this.result[field] = Object.fromEntries(kept.map(({ item }) => [item.name, item.value]))
  }

  /** Keeps each item once, as many as the field may have. */
  #kept<T>(field: string, items: { item: T; id: string }[], keyOf: (item: T) => string) {
    const different = items.filter(
      ({ item }, i) => items.findIndex((other) => keyOf(other.item) === keyOf(item)) === i,
    )
    const limit = LIMITS[field] ?? Infinity
    const firstLeftOver = different[limit]
    if (firstLeftOver) this.dropped[field] = firstLeftOver.id
    return different.slice(0, limit)
  }

  all<T>(
    field: string,
    read: (actions: RuleActions) => readonly T[] | undefined,
    keyOf: (item: T) => string,
  ): void {
    const items = this.#given(read).flatMap(([list, id]) => list.map((item) => ({ item, id })))
    const kept = this.#kept(field, items, keyOf)
    if (kept.length === 0) return
    this.result[field] = kept.map(({ item }) => item)
    this.explain[field] = [...new Set(kept.map(({ id }) => id))]
  }
}

function merged(rules: readonly PromptRule[]) {
  const merge = new Merge(rules)
  merge.first('primaryKind', (actions) => actions.setPrimary)
  merge.first('targets', (actions) => actions.setTargets)
  merge.first('prepend', (actions) => actions.prepend)
  merge.first('append', (actions) => actions.append)
  merge.first('language', (actions) => actions.setLanguage)
  merge.first('type', (actions) => actions.setType)
  merge.first('requireReview', (actions) => actions.requireReview)
  merge.first('disableWidget', (actions) => actions.disableWidget)
  merge.first('excludeFromScan', (actions) => actions.excludeFromScan)
  merge.byName('vars', (actions) => actions.vars)
  merge.byName('templates', ({ setTemplates = [] }) =>
    Object.fromEntries(setTemplates.map(({ kind, template }) => [kind, template])),
  )
  merge.all('tags', (actions) => actions.addTags, lower)
  merge.all('suggestedQuestions', (actions) => actions.suggestQuestions, lower)
  merge.all(
    'trackQueries',
    ({ trackQuery }) => trackQuery && [{ text: trackQuery.text, tags: trackQuery.tags ?? [] }],
    ({ text }) => lower(text),
  )
  const speaker = (kind: string) =>
    rules.find(({ actions: { addKinds = [], removeKinds = [] } }) =>
      [...addKinds, ...removeKinds].some((one) => one === kind),
    )
  for (const field of ['addKinds', 'removeKinds'] as const) {
    const decided = (actions: RuleActions) =>
      actions[field]?.filter((kind) => speaker(kind)?.actions === actions)
    merge.all(field, decided, String)
  }
  const { result, explain, dropped } = merge
  const { primaryKind, removeKinds = [] } = result
  if ([removeKinds].flat().includes(primaryKind)) {
    delete result['primaryKind']
    delete explain['primaryKind']
  }
  return { result, explain, dropped }
}
