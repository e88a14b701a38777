import { describe, expect, it } from 'vitest'
import { SEED } from '../../testing/seed.ts'
import { applyRules, compileRules } from './apply-rules.ts'
import { RuleActions, RuleMatch } from './rule-input.ts'
import { RuleResult } from './rule-result.ts'
import { RandomRules } from './testing/random-rules.ts'
import { oracle } from './testing/oracle.ts'

/** Lists every field of a result, as an explanation names it. */
const fieldsOf = (result: RuleResult): string[] =>
  Object.entries(result).flatMap(([field, value]) =>
    typeof value === 'object' && !Array.isArray(value)
      ? Object.keys(value).map((name) => `${field}.${name}`)
      : [field],
  )

describe('rules drawn at random', () => {
  it.each(Array.from({ length: 40 }, (_, i) => i))(
    'decide about pages as their words say (draw %i)',
    (nth) => {
      const draw = new RandomRules(SEED + nth)
      const rules = draw.rules(1 + draw.below(100))
      for (const { match, actions } of rules) {
        expect(RuleMatch.parse(match)).toEqual(match)
        expect(RuleActions.parse(actions)).toEqual(actions)
      }
      const compiled = compileRules(rules)
      for (let i = 0; i < 50; i++) {
        const page = draw.page()
        const applied = applyRules(page, compiled)
        expect(applied, JSON.stringify(page)).toEqual(oracle(page, rules))
        expect(Object.keys(applied.explain).toSorted()).toEqual(fieldsOf(applied.result).toSorted())
        const named = new Set(Object.values(applied.explain).flat())
        expect([...named].filter((id) => !applied.matched.includes(id))).toEqual([])
      }
    },
  )

  it.each(Array.from({ length: 20 }, (_, i) => 500 + i))(
    'decide as their words say at the limits of their conditions (draw %i)',
    (nth) => {
      const draw = new RandomRules(SEED + nth)
      const rules = draw
        .rules(40)
        .map((rule) => ({ ...rule, stop: false, match: draw.wideMatch(draw.of([6, 20])) }))
      for (const { match } of rules) expect(RuleMatch.parse(match)).toEqual(match)
      const compiled = compileRules(rules)
      for (let i = 0; i < 40; i++) {
        const page = draw.page()
        expect(applyRules(page, compiled), JSON.stringify(page)).toEqual(oracle(page, rules))
      }
    },
  )

  it('decide as their words say at the limits of what a page may get', () => {
    const dropped = new Set<string>()
    for (let nth = 700; nth < 720; nth++) {
      const draw = new RandomRules(SEED + nth)
      const rules = draw.rules(100).map((rule, i) => ({
        ...rule,
        stop: false,
        match: i % 2 === 0 ? {} : rule.match,
        actions: draw.wideActions(),
      }))
      for (const { actions } of rules) expect(RuleActions.parse(actions)).toEqual(actions)
      const compiled = compileRules(rules)
      for (let i = 0; i < 10; i++) {
        const page = draw.page()
        const applied = applyRules(page, compiled)
        expect(applied, JSON.stringify(page)).toEqual(oracle(page, rules))
        expect(RuleResult.parse(applied.result)).toEqual(applied.result)
        for (const field of Object.keys(applied.dropped)) dropped.add(field)
      }
    }
    expect([...dropped].toSorted()).toEqual(['suggestedQuestions', 'tags', 'trackQueries', 'vars'])
  })

  it('decide the same whatever was asked before', () => {
    const draw = new RandomRules(SEED + 2_000)
    const rules = draw.rules(80)
    const pages = Array.from({ length: 60 }, draw.page)
    const compiled = compileRules(rules)
    const first = pages.map((page) => applyRules(page, compiled))
    const again = pages.toReversed().map((page) => applyRules(page, compiled))
    expect(again.toReversed()).toEqual(first)
    expect(pages.map((page) => applyRules(page, compileRules(rules)))).toEqual(first)
  })

  it('match some pages and leave out others', () => {
    const draw = new RandomRules(SEED + 1_000)
    const rules = draw.rules(300).map((rule) => ({ ...rule, stop: false }))
    const compiled = compileRules(rules)
    const pages = Array.from({ length: 100 }, draw.page)
    const counts = new Map<string, number>()
    for (const id of pages.flatMap((page) => applyRules(page, compiled).matched)) {
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    const partly = [...counts.values()].filter((count) => count < pages.length)
    expect(partly.length).toBeGreaterThan(100)
  })
})
