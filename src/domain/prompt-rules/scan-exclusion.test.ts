import { describe, expect, it } from 'vitest'
import { SEED } from '../../testing/seed.ts'
import { applyRules, compileRules } from './apply-rules.ts'
import { subjectOfAddress, type RuleSubject } from './rule-subject.ts'
import type { PromptRule, RuleMatch } from './rule-input.ts'
import { compileExclusions, isExcluded } from './scan-exclusion.ts'
import { RandomRules } from './testing/random-rules.ts'

const HOST = 'www.example.com'

const PAGE = subjectOfAddress('/', HOST)

/** Makes rules in the given order. */
const rules = (...given: Partial<PromptRule>[]): PromptRule[] =>
  given.map((rule, i) => ({
    id: String(i),
    position: i,
    enabled: true,
    stop: false,
    match: {},
    actions: {},
    ...rule,
  }))

const OUT = { excludeFromScan: true }
const IN = { excludeFromScan: false }
const isLeftOut = (path: string, ...given: Partial<PromptRule>[]): boolean =>
  compileExclusions(rules(...given))(path, HOST)

describe('compileExclusions', () => {
  it('leaves a page out by rules over its address', () => {
    const rule = { match: { path: '/private/**', host: '*.example.com' }, actions: OUT }
    expect(isLeftOut('/private/a', rule)).toBe(true)
    expect(isLeftOut('/private/a?page=2', rule)).toBe(true)
    expect(isLeftOut('/public', rule)).toBe(false)
    expect(compileExclusions(rules(rule))('/private/a', 'other.test')).toBe(false)
    expect(compileExclusions(rules(rule))('/private/a', 'WWW.EXAMPLE.COM')).toBe(true)
  })

  it('keeps a page that no rule speaks of', () => {
    expect(isLeftOut('/a')).toBe(false)
    expect(isLeftOut('/a', { actions: { addTags: ['a'] } })).toBe(false)
    expect(isLeftOut('/a', { actions: OUT, enabled: false })).toBe(false)
  })

  it.each([
    { tag: 'a' },
    { path: '/**', wordCount: { gte: 1 } },
    { not: { status: 'gone' } },
    { any: [{ path: '/b' }, { type: 'legal' }] },
  ] satisfies RuleMatch[])('a rule that asks for more does not: %j', (match) => {
    expect(isLeftOut('/a', { match, actions: OUT })).toBe(false)
  })

  it.each([
    { any: [{ path: '/a' }, { type: 'legal' }] },
    { not: { path: '/b', type: 'legal' } },
    { not: { any: [{ path: '/b' }, { host: 'other.test' }] } },
  ] satisfies RuleMatch[])('a rule whose answer is certain does: %j', (match) => {
    expect(isLeftOut('/a', { match, actions: OUT })).toBe(true)
  })

  it('lets the first rule decide that speaks of the page', () => {
    const keep = { match: { path: '/a/keep' }, actions: IN }
    const leaveOut = { match: { path: '/a/**' }, actions: OUT }
    expect(isLeftOut('/a/keep', keep, leaveOut)).toBe(false)
    expect(isLeftOut('/a/keep', leaveOut, keep)).toBe(true)
    expect(isLeftOut('/a/b', keep, leaveOut)).toBe(true)
  })

  it('waits for an earlier rule that may keep the page, or end the rules', () => {
    const leaveOut = { match: { path: '/a' }, actions: OUT }
    expect(isLeftOut('/a', { match: { tag: 'x' }, actions: IN }, leaveOut)).toBe(false)
    expect(isLeftOut('/a', { match: { tag: 'x' }, stop: true }, leaveOut)).toBe(false)
    expect(isLeftOut('/a', { match: { tag: 'x' }, actions: OUT, stop: true }, leaveOut)).toBe(true)
    expect(isLeftOut('/a', { match: { tag: 'x' }, actions: { append: 'x' } }, leaveOut)).toBe(true)
    expect(isLeftOut('/a', { match: { path: '/b' }, stop: true }, leaveOut)).toBe(true)
  })
})

describe('isExcluded', () => {
  it('lets all rules decide about a page that is known', () => {
    const compiled = compileRules(rules({ match: { tag: 'x' }, actions: OUT }))
    expect(isExcluded(applyRules({ ...PAGE, tags: ['x'] }, compiled))).toBe(true)
    expect(isExcluded(applyRules(PAGE, compiled))).toBe(false)
  })
})

/** Draws rules over addresses and tags; each tag is asked for once, so that no two answers depend on each other. */
class ExclusionDraw extends RandomRules {
  tags: string[] = []

  #tag(): string {
    this.tags.push(`t${this.tags.length}`)
    return this.tags.at(-1) ?? ''
  }

  addressMatch = (depth = 0): RuleMatch => ({
    ...this.maybe('path', 0.5, () => this.path(['a', 'b', '*', '**'])),
    ...(this.tags.length < 8 ? this.maybe('tag', 0.3, () => this.#tag()) : {}),
    ...(depth < 2
      ? {
          ...this.maybe('any', 0.3, () => [
            this.addressMatch(depth + 1),
            this.addressMatch(depth + 1),
          ]),
          ...this.maybe('not', 0.3, () => this.addressMatch(depth + 1)),
        }
      : {}),
  })

  exclusions = (count: number): PromptRule[] =>
    rules(
      ...Array.from({ length: count }, () => ({
        match: this.addressMatch(),
        actions: this.maybe('excludeFromScan', 0.8, () => this.chance(0.6)),
        stop: this.chance(0.1),
      })),
    )
}

/** Every page that may turn out to be at an address, as far as these tags tell. */
const pagesAt = (path: string, tags: readonly string[]): RuleSubject[] =>
  Array.from({ length: 2 ** tags.length }, (_, set) => ({
    ...PAGE,
    path,
    tags: tags.filter((_tag, i) => (set & (1 << i)) !== 0),
  }))

describe('rules drawn at random', () => {
  it('leave out just those addresses of which every page would be excluded', () => {
    let leftOut = 0
    let undecided = 0
    for (let seed = SEED; seed < SEED + 150; seed++) {
      const draw = new ExclusionDraw(seed)
      const drawn = draw.exclusions(1 + draw.below(5))
      const isOut = compileExclusions(drawn)
      const compiled = compileRules(drawn)
      for (const path of ['/a', '/b', '/a/b', '/a/b/a']) {
        const ends = pagesAt(path, draw.tags).map((page) => isExcluded(applyRules(page, compiled)))
        const isCertain = ends.every(Boolean)
        expect(isOut(path, HOST), JSON.stringify({ seed, path, drawn })).toBe(isCertain)
        leftOut += Number(isCertain)
        undecided += Number(!isCertain && ends.includes(true))
      }
    }
    expect(leftOut).toBeGreaterThan(50)
    expect(undecided).toBeGreaterThan(20)
  })

  it('never leave out a page that they would keep, whatever they ask', () => {
    let leftOut = 0
    for (let seed = SEED; seed < SEED + 200; seed++) {
      const draw = new RandomRules(seed)
      const drawn = draw
        .rules(3)
        .map((rule) => ({ ...rule, actions: draw.maybe('excludeFromScan', 0.9, () => true) }))
        .map((rule, i) => (i === 0 && seed % 2 === 0 ? { ...rule, actions: IN } : rule))
      const isOut = compileExclusions(drawn)
      const compiled = compileRules(drawn)
      for (let i = 0; i < 20; i++) {
        const page = draw.page()
        if (!isOut(page.path, page.host)) continue
        leftOut++
        expect(isExcluded(applyRules(page, compiled)), JSON.stringify({ drawn, page })).toBe(true)
      }
    }
    expect(leftOut).toBeGreaterThan(100)
  })
})
