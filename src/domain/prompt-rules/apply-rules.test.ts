import { describe, expect, it } from 'vitest'
import { applyRules, compileRules } from './apply-rules.ts'
import { subjectOfAddress, type RuleSubject } from './rule-subject.ts'
import type { PromptRule, RuleActions, RuleMatch } from './rule-input.ts'
import { RuleResult, type RuleDrops } from './rule-result.ts'

const PAGE: RuleSubject = {
  path: '/blog/2024/tea',
  host: 'www.example.com',
  type: 'article',
  language: 'en-GB',
  title: 'Ｔea   at Noon',
  tags: ['Drinks'],
  schemaTypes: ['https://schema.org/BlogPosting'],
  wordCount: 500,
  publishedAt: Date.parse('2024-06-01T00:00:00Z'),
  author: 'Ada Lovelace',
  status: 'active',
}

const UNKNOWN = subjectOfAddress(PAGE.path, PAGE.host)

/** Makes rules in the given order, `a` first. */
const rules = (...given: Partial<PromptRule>[]): PromptRule[] =>
  given.map((rule, i) => ({
    id: String.fromCodePoint(97 + i),
    position: i * 10,
    enabled: true,
    stop: false,
    match: {},
    actions: {},
    ...rule,
  }))

const apply = (...given: Partial<PromptRule>[]) => applyRules(PAGE, compileRules(rules(...given)))

const isMatched = (match: RuleMatch, page = PAGE): boolean =>
  applyRules(page, compileRules(rules({ match }))).matched.length === 1

describe('a condition', () => {
  const HOLDS: RuleMatch[] = [
    {},
    { path: '/blog/**' },
    { path: '/{docs,blog}/*/tea' },
    { host: 'WWW.example.com' },
    { host: '*.example.com' },
    { type: 'article' },
    { language: 'en' },
    { language: 'EN-gb' },
    { titleContains: 'tea at' },
    { tag: 'drinks' },
    { schemaType: 'blogposting' },
    { wordCount: { gte: 500 } },
    { wordCount: { gte: 1, lte: 500 } },
    { publishedAfter: '2024-06-01' },
    { publishedAfter: '2024-06-01T01:00:00+01:00' },
    { publishedBefore: '2024-06-01T00:00:00.001Z' },
    { authorContains: 'LOVE' },
    { status: 'active' },
    { any: [{ type: 'docs' }, { tag: 'drinks' }] },
    { not: { type: 'docs' } },
    { not: { type: 'article', tag: 'other' } },
    { type: 'article', any: [{ not: { any: [{ tag: 'x' }, { tag: 'y' }] } }] },
  ]
  it.each(HOLDS)('%j holds', (match) => {
    expect(isMatched(match)).toBe(true)
  })

  const FAILS: RuleMatch[] = [
    { path: '/blog' },
    { path: '/docs/**' },
    { host: 'example.com' },
    { type: 'docs' },
    { language: 'en-US' },
    { language: 'e' },
    { language: 'en-G' },
    { language: 'en-GB-oxendict' },
    { titleContains: 'coffee' },
    { tag: 'drink' },
    { schemaType: 'Article' },
    { wordCount: { gte: 501 } },
    { wordCount: { lte: 499 } },
    { publishedAfter: '2024-06-01T00:00:00.001Z' },
    { publishedBefore: '2024-06-01' },
    { authorContains: 'Grace' },
    { status: 'gone' },
    { type: 'article', tag: 'other' },
    { any: [{ type: 'docs' }, { tag: 'other' }] },
    { not: {} },
    { not: { type: 'article' } },
    { tag: 'drinks', any: [{ type: 'article', not: { language: 'en' } }] },
  ]
  it.each(FAILS)('%j does not hold', (match) => {
    expect(isMatched(match)).toBe(false)
  })

  const ASKS: RuleMatch[] = [
    { type: 'article' },
    { language: 'en' },
    { titleContains: 'tea' },
    { tag: 'drinks' },
    { schemaType: 'BlogPosting' },
    { wordCount: { gte: 0 } },
    { publishedAfter: '1970-01-01' },
    { publishedBefore: '2100-01-01' },
    { authorContains: 'a' },
    { status: 'active' },
  ]
  it.each(ASKS)('%j is not met by what is unknown, and its opposite is', (match) => {
    expect(isMatched(match, UNKNOWN)).toBe(false)
    expect(isMatched({ not: match }, UNKNOWN)).toBe(true)
  })
})

describe('rules', () => {
  const FIELDS: [RuleActions, RuleResult][] = [
    [{ setPrimary: 'ask' }, { primaryKind: 'ask' }],
    [{ setTargets: ['claude', 'chatgpt'] }, { targets: ['claude', 'chatgpt'] }],
    [{ prepend: 'P' }, { prepend: 'P' }],
    [{ append: 'A' }, { append: 'A' }],
    [{ setLanguage: 'de' }, { language: 'de' }],
    [{ setType: 'docs' }, { type: 'docs' }],
    [{ requireReview: true }, { requireReview: true }],
    [{ disableWidget: true }, { disableWidget: true }],
    [{ excludeFromScan: true }, { excludeFromScan: true }],
    [{ setTemplates: [{ kind: 'ask', template: 'T' }] }, { templates: { ask: 'T' } }],
    [{ vars: { constructor: 'C' } }, { vars: { constructor: 'C' } }],
    [{ addKinds: ['ask'] }, { addKinds: ['ask'] }],
    [{ removeKinds: ['ask'] }, { removeKinds: ['ask'] }],
    [{ addTags: ['t'] }, { tags: ['t'] }],
    [{ suggestQuestions: ['Q?'] }, { suggestedQuestions: ['Q?'] }],
    [{ trackQuery: { text: 'q' } }, { trackQueries: [{ text: 'q', tags: [] }] }],
  ]
  it.each(FIELDS)('%j sets %j', (actions, result) => {
    const applied = apply({ actions })
    expect(applied.result).toEqual(result)
    expect(RuleResult.parse(applied.result)).toEqual(result)
  })

  it('decide nothing where none matches, is enabled, or acts', () => {
    const nothing = { result: {}, explain: {}, dropped: {} }
    const actions: RuleActions = { setPrimary: 'ask' }
    expect(apply()).toEqual({ ...nothing, matched: [] })
    expect(apply({ match: { type: 'docs' }, actions })).toEqual({ ...nothing, matched: [] })
    expect(apply({ enabled: false, stop: true, actions })).toEqual({ ...nothing, matched: [] })
    expect(apply({})).toEqual({ ...nothing, matched: ['a'] })
  })

  it('act in the order of their positions, then of their ids', () => {
    const { matched, result } = apply(
      { position: 30, actions: { setPrimary: 'cite' } },
      { position: -5, actions: { setPrimary: 'ask' } },
      { position: 30, id: 'B' },
    )
    expect(matched).toEqual(['b', 'B', 'a'])
    expect(result.primaryKind).toBe('ask')
  })

  it('show no kind first that another of them removes', () => {
    const { result, explain } = apply(
      { actions: { setPrimary: 'ask' } },
      { actions: { removeKinds: ['ask', 'cite'] } },
    )
    expect(result).toEqual({ removeKinds: ['ask', 'cite'] })
    expect(explain).toEqual({ removeKinds: ['b'] })
  })

  it('leave a single value to the first that sets it, be it false', () => {
    const { result, explain, matched } = apply(
      { actions: { requireReview: false, setTargets: ['claude'] } },
      { actions: { requireReview: true, setTargets: ['chatgpt'], setType: 'docs' } },
    )
    expect(result).toEqual({ requireReview: false, targets: ['claude'], type: 'docs' })
    expect(explain).toEqual({ requireReview: 'a', targets: 'a', type: 'b' })
    expect(matched).toEqual(['a', 'b'])
  })

  it('leave each template and each variable to the first that sets it', () => {
    const { result, explain } = apply(
      { actions: { setTemplates: [{ kind: 'ask', template: 'A' }], vars: { product: 'A' } } },
      {
        actions: {
          setTemplates: [
            { kind: 'ask', template: 'B' },
            { kind: 'cite', template: 'B' },
          ],
          vars: { product: 'B', audience: '' },
        },
      },
    )
    expect(result).toEqual({
      templates: { ask: 'A', cite: 'B' },
      vars: { product: 'A', audience: '' },
    })
    expect(explain).toEqual({
      'templates.ask': 'a',
      'templates.cite': 'b',
      'vars.product': 'a',
      'vars.audience': 'b',
    })
  })

  it('join lists in their order, each item once, and name who gave one', () => {
    const { result, explain } = apply(
      { actions: { addTags: ['Tea', 'hot'], trackQuery: { text: 'Best  tea', tags: ['x'] } } },
      { actions: { addTags: ['tea'], trackQuery: { text: 'best tea', tags: ['y'] } } },
      { actions: { addTags: ['tea', 'green'], suggestQuestions: ['Why?', 'why?'] } },
    )
    expect(result).toEqual({
      tags: ['Tea', 'hot', 'green'],
      trackQueries: [{ text: 'Best  tea', tags: ['x'] }],
      suggestedQuestions: ['Why?'],
    })
    expect(explain).toEqual({ tags: ['a', 'c'], trackQueries: ['a'], suggestedQuestions: ['c'] })
  })

  const LISTS: [keyof RuleDrops, number, (n: number) => RuleActions][] = [
    ['tags', 50, (n) => ({ addTags: [`Tag ${n}`] })],
    ['suggestedQuestions', 20, (n) => ({ suggestQuestions: [`Why ${n}?`] })],
    ['trackQueries', 20, (n) => ({ trackQuery: { text: `Query ${n}` } })],
    ['vars', 20, (n) => ({ vars: { [`v${n}`]: 'x' } })],
  ]
  it.each(LISTS)('fill %s up to %i items, and name who found no room first', (field, room, of) => {
    const filled = apply(...Array.from({ length: room }, (_, n) => ({ actions: of(n) })))
    expect(Object.keys(filled.result[field] ?? {})).toHaveLength(room)
    expect(filled.dropped).toEqual({})
    const numbers = [...Array(room).keys(), 0, 1, room, room + 1]
    const ids = numbers.map((_, place) => `rule ${String(place).padStart(2, '0')}`)
    const over = apply(...numbers.map((n, place) => ({ id: ids[place] ?? '', actions: of(n) })))
    expect(over.result).toEqual(filled.result)
    expect(over.dropped).toEqual({ [field]: ids[room + 2] })
    expect(over.matched).toEqual(ids)
    const givers = Object.values(over.explain).flat()
    expect(givers).toEqual(ids.slice(0, room))
  })

  it('fill a list with what there is room for of one rule', () => {
    const tags = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => `t${from + i}`)
    const { result, explain, dropped } = apply(
      { actions: { addTags: tags(0, 20) } },
      { actions: { addTags: tags(20, 20) } },
      { actions: { addTags: tags(35, 20), setPrimary: 'ask' } },
      { actions: { addTags: tags(60, 5), setType: 'docs' } },
    )
    expect(result).toEqual({ tags: tags(0, 50), primaryKind: 'ask', type: 'docs' })
    expect(explain).toEqual({ tags: ['a', 'b', 'c'], primaryKind: 'c', type: 'd' })
    expect(dropped).toEqual({ tags: 'c' })
  })

  it('add or remove a kind as the first says that speaks of it', () => {
    const { result, explain } = apply(
      { actions: { addKinds: ['compare'], removeKinds: ['cite'] } },
      { actions: { addKinds: ['cite', 'apply'], removeKinds: ['compare'] } },
    )
    expect(result).toEqual({ addKinds: ['compare', 'apply'], removeKinds: ['cite'] })
    expect(explain).toEqual({ addKinds: ['a', 'b'], removeKinds: ['a'] })
  })

  it('end with one that stops, after it has acted', () => {
    const { result, matched } = apply(
      { stop: true, match: { type: 'docs' } },
      { stop: true, actions: { addTags: ['one'] } },
      { actions: { addTags: ['two'], setPrimary: 'ask' } },
    )
    expect(matched).toEqual(['b'])
    expect(result).toEqual({ tags: ['one'] })
  })

  it('see the page as it was found, not as another rule makes it', () => {
    const { matched } = apply({ actions: { setType: 'docs' } }, { match: { type: 'docs' } })
    expect(matched).toEqual(['a'])
  })

  it('give each page an answer of its own', () => {
    const compiled = compileRules(rules({ actions: { addTags: ['t'], vars: { product: 'p' } } }))
    const first = applyRules(PAGE, compiled)
    expect(applyRules({ ...PAGE, path: '/' }, compiled)).toEqual(first)
  })

  it('refuse a glob that is none', () => {
    expect(() => compileRules(rules({ match: { any: [{ path: '/a{' }] } }))).toThrow(SyntaxError)
  })

  it('bear texts and lists without end', () => {
    const page = {
      ...PAGE,
      path: `/${'%'.repeat(50_000)}`,
      title: `\uFDFA ${' '.repeat(100_000)}`,
      author: 'a'.repeat(100_000),
      schemaTypes: Array.from({ length: 1_000 }, () => '/'.repeat(1_000)),
    }
    const match: RuleMatch = { path: '/*%', titleContains: 'x', authorContains: 'a' }
    expect(isMatched(match, page)).toBe(false)
    expect(isMatched({ path: '/*%', authorContains: 'aaa' }, page)).toBe(true)
  })
})
