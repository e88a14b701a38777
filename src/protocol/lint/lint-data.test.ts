import { Ajv2020 } from 'ajv/dist/2020.js'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { RULE_LIST, RULES, type RuleId } from './rules.ts'

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

const violations = (name: string, document: unknown): unknown => {
  const validate = new Ajv2020({ allErrors: true }).compile(
    read(`../spec/schemas/1.0/${name}.json`) as object,
  )
  validate(document)
  return validate.errors ?? []
}

/** The ids as the types have them, so that a rule without a type, or a type without a rule, fails. */
const IDS: Readonly<Record<RuleId, true>> = {
  'AAP-PERSIST': true,
  'AAP-PROMOTE': true,
  'AAP-BIAS': true,
  'AAP-OVERRIDE': true,
  'AAP-CONCEAL': true,
  'AAP-ACT': true,
  'AAP-HIDDEN': true,
  'AAP-MIXED': true,
  'AAP-ENCODED': true,
  'AAP-FOREIGN-URL': true,
  'AAP-UNCITED': true,
  'AAP-LENGTH': true,
}

describe('the data of the linter', () => {
  it.each(['lint-rules', 'lint-characters'])('%s holds to its schema', (name) => {
    expect(violations(name, read(`../data/${name}.json`))).toEqual([])
  })

  it('is of one date', () => {
    const dates = ['lint-rules', 'lint-characters'].map((name) => read(`../data/${name}.json`))
    expect(dates[0]).toHaveProperty('revision')
    expect(dates[1]).toHaveProperty('revision', (dates[0] as { revision: string }).revision)
  })

  it('has a rule for each id of the types, once', () => {
    expect(RULE_LIST.map(({ id }) => id).toSorted()).toEqual(Object.keys(IDS).toSorted())
    expect(Object.keys(RULES)).toHaveLength(RULE_LIST.length)
  })

  it('is refused by its schema where a rule has no level or a phrase belongs to no rule', () => {
    const rules = read('../data/lint-rules.json') as { rules: object[]; languages: object[] }
    const [first, ...others] = rules.rules
    expect(
      violations('lint-rules', { ...rules, rules: [{ ...first, level: 'advice' }, ...others] }),
    ).not.toEqual([])
    const phrases = { 'AAP-UNCITED': ['a b'] }
    const [english] = rules.languages
    expect(
      violations('lint-rules', { ...rules, languages: [{ ...english, phrases }] }),
    ).not.toEqual([])
  })
})
