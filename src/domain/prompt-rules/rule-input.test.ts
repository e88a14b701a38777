import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { fieldErrors } from '../../kernel/door/field-errors.ts'
import { RuleActions, RuleMatch } from './rule-input.ts'
import { ruleTexts } from './rule-texts.ts'

const problems = (schema: z.ZodType, input: unknown) => {
  const { error } = schema.safeParse(input)
  return error ? fieldErrors(error, input).map(({ path, message }) => `${path}: ${message}`) : []
}

const FULL_MATCH = {
  path: '/blog/{2023,2024}/**',
  host: '*.example.com',
  type: 'article',
  language: 'en-GB',
  titleContains: 'tea',
  tag: 'drinks',
  schemaType: 'BlogPosting',
  wordCount: { gte: 300, lte: 5_000 },
  publishedAfter: '2024-01-01',
  publishedBefore: '2025-01-01T00:00:00+01:00',
  authorContains: 'Ada',
  status: 'active',
  any: [{ tag: 'a' }, { not: { any: [{ tag: 'b' }] } }],
  not: { type: 'legal' },
}

const FULL_ACTIONS = {
  setTemplates: [{ kind: 'ask', template: 'Read {{url}}.' }],
  addKinds: ['compare'],
  removeKinds: ['translate'],
  setPrimary: 'ask',
  setTargets: ['chatgpt', 'claude'],
  prepend: 'First.',
  append: 'Last.',
  vars: { product: 'Kettle' },
  setLanguage: 'de',
  setType: 'howto',
  addTags: ['tea'],
  suggestQuestions: ['How hot?'],
  requireReview: true,
  disableWidget: false,
  excludeFromScan: false,
  trackQuery: { text: 'best kettle', tags: ['kettles'] },
}

describe('the conditions of a rule', () => {
  it('take all that there are, or none', () => {
    expect(RuleMatch.parse(FULL_MATCH)).toEqual(FULL_MATCH)
    expect(RuleMatch.parse({})).toEqual({})
  })

  it.each([
    [{ url: '/a' }, 'url: Unknown field'],
    [{ not: { colour: 'red' } }, 'not.colour: Unknown field'],
    [{ path: 'blog/*' }, 'path: A path begins with / or **'],
    [{ path: '/a**' }, 'path: ** stands alone between slashes, as in /docs/**/*.html'],
    [{ host: 'a.example/b' }, 'host: A host has no slash'],
    [{ language: 'english!' }, 'language: Must be a BCP 47 tag such as en or pt-BR'],
    [{ wordCount: {} }, 'wordCount: Give gte, lte or both'],
    [{ wordCount: { gte: 2, lte: 1 } }, 'wordCount: gte must not exceed lte'],
    [
      { not: { publishedAfter: '2024-01-02', publishedBefore: '2024-01-02' } },
      'not.publishedBefore: Must be later than publishedAfter',
    ],
    [
      { any: [{ not: { any: [{ not: { tag: 'a' } }] } }] },
      'any[0].not.any[0].not: any and not nest at most 3 deep',
    ],
    [
      { any: Array.from({ length: 4 }, () => ({ path: `/${'{a,b}'.repeat(5)}` })) },
      ': At most 100 comparisons a rule, this one makes 128; make several rules',
    ],
  ])('refuse %j', (match, problem) => {
    expect(problems(RuleMatch, match)).toEqual([problem])
  })

  it.each([
    { any: [] },
    { publishedAfter: '2024-02-30' },
    { titleContains: '  ' },
    { tag: 'x'.repeat(65) },
    { schemaType: 'https://schema.org/Article' },
    { path: `/${'a'.repeat(300)}` },
    { path: '' },
    { any: Array.from({ length: 21 }, () => ({ tag: 'a' })) },
  ])('refuse %j with one problem', (match) => {
    expect(problems(RuleMatch, match)).toHaveLength(1)
  })

  it('refuse a misspelt word with the one that was meant', () => {
    expect(problems(RuleMatch, { any: [{ type: 'artcle' }] })[0]).toMatch(/did you mean article\?$/)
  })

  it('become a JSON Schema that refers to itself', () => {
    const { $defs } = z.toJSONSchema(z.strictObject({ match: RuleMatch }), { io: 'input' })
    expect(Object.keys($defs ?? {})).toEqual(['PromptRuleCondition'])
  })
})

describe('the actions of a rule', () => {
  it('take all that there are, or none', () => {
    expect(RuleActions.parse(FULL_ACTIONS)).toEqual(FULL_ACTIONS)
    expect(RuleActions.parse({})).toEqual({})
  })

  it.each([
    [{ setColour: 'red' }, 'setColour: Unknown field'],
    [{ trackQuery: { text: 'a', engine: 'b' } }, 'trackQuery.engine: Unknown field'],
    [{ addKinds: ['ask', 'ask'] }, 'addKinds: A kind stands twice'],
    [{ addKinds: ['ask'], removeKinds: ['ask'] }, 'removeKinds: A kind is added and removed'],
    [{ setPrimary: 'ask', removeKinds: ['ask'] }, 'setPrimary: The primary kind is removed'],
    [
      {
        setTemplates: [
          { kind: 'ask', template: 'a' },
          { kind: 'ask', template: 'b' },
        ],
      },
      'setTemplates: A kind stands twice',
    ],
    [{ setTargets: ['Chat GPT'] }, 'setTargets[0]: Must be a target such as chatgpt'],
    [{ setTargets: ['claude', 'claude'] }, 'setTargets: A target stands twice'],
  ])('refuse %j', (actions, problem) => {
    expect(problems(RuleActions, actions)).toEqual([problem])
  })

  it.each([
    { vars: { title: 'Another' } },
    { vars: { 'not a name': 'x' } },
    { vars: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`v${i}`, 'x'])) },
    { prepend: 'x'.repeat(301) },
    { setTemplates: [{ kind: 'ask', template: 'x'.repeat(2_001) }] },
    { suggestQuestions: ['a', 'b', 'c', 'd', 'e', 'f'] },
    { addTags: [] },
  ])('refuse %j with one problem', (actions) => {
    expect(problems(RuleActions, actions)).toHaveLength(1)
  })

  it('show every text that a prompt may come to contain', () => {
    expect(ruleTexts(RuleActions.parse(FULL_ACTIONS))).toEqual([
      { path: 'setTemplates[0].template', text: 'Read {{url}}.' },
      { path: 'prepend', text: 'First.' },
      { path: 'append', text: 'Last.' },
      { path: 'vars.product', text: 'Kettle' },
      { path: 'suggestQuestions[0]', text: 'How hot?' },
    ])
    expect(ruleTexts({})).toEqual([])
  })
})
