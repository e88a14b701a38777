import { compileGlob, matchesGlob } from './glob.ts'
import { fold, type ReadFacts } from './page-facts.ts'
import type { RuleMatch } from './rule-input.ts'

export type Test = (facts: ReadFacts) => boolean

/** Makes one test of a rule's conditions, the cheapest asked first. Throws SyntaxError if a glob is none. */
export function compileMatch(match: RuleMatch): Test {
  const tests = [...plainTests(match), ...textTests(match), ...globTests(match), ...nested(match)]
  const [only] = tests
  if (only && tests.length === 1) return only
  return (facts) => {
    for (const test of tests) if (!test(facts)) return false
    return true
  }
}

function plainTests(match: RuleMatch): Test[] {
  const { type, status, publishedAfter, publishedBefore, wordCount } = match
  const tests: Test[] = []
  if (type !== undefined) tests.push((facts) => facts.type === type)
  if (status !== undefined) tests.push((facts) => facts.status === status)
  if (wordCount) {
    const { gte = 0, lte = Infinity } = wordCount
    tests.push((facts) => isWithin(facts.wordCount, gte, lte))
  }
  if (publishedAfter !== undefined) {
    const from = Date.parse(publishedAfter)
    tests.push((facts) => isWithin(facts.publishedAt, from, Infinity))
  }
  if (publishedBefore !== undefined) {
    const last = Date.parse(publishedBefore) - 1
    tests.push((facts) => isWithin(facts.publishedAt, -Infinity, last))
  }
  return tests
}

const isWithin = (value: number | null, from: number, to: number): boolean =>
  value !== null && value >= from && value <= to

function textTests({
  language,
  tag,
  schemaType,
  titleContains,
  authorContains,
}: RuleMatch): Test[] {
  const tests: Test[] = []
  if (language !== undefined) {
    const range = language.toLowerCase()
    tests.push((facts) => isOfLanguage(facts.language, range))
  }
  if (tag !== undefined) {
    const sought = fold(tag)
    tests.push((facts) => facts.tags.has(sought))
  }
  if (schemaType !== undefined) {
    const sought = fold(schemaType)
    tests.push((facts) => facts.schemaTypes.has(sought))
  }
  if (titleContains !== undefined) {
    const sought = fold(titleContains)
    tests.push((facts) => facts.title?.includes(sought) ?? false)
  }
  if (authorContains !== undefined) {
    const sought = fold(authorContains)
    tests.push((facts) => facts.author?.includes(sought) ?? false)
  }
  return tests
}

/** RFC 4647 3.3.1, basic filtering: a range is met by itself and by what is more specific. */
const isOfLanguage = (language: string | null, range: string): boolean =>
  language !== null &&
  language.startsWith(range) &&
  (language.length === range.length || language[range.length] === '-')

function globTests({ path, host }: RuleMatch): Test[] {
  const tests: Test[] = []
  if (host !== undefined) {
    const glob = compileGlob(host.toLowerCase())
    tests.push((facts) => matchesGlob(glob, facts.host))
  }
  if (path !== undefined) {
    const glob = compileGlob(path)
    tests.push((facts) => matchesGlob(glob, facts.path))
  }
  return tests
}

function nested({ any, not }: RuleMatch): Test[] {
  const tests: Test[] = []
  if (not) {
    const test = compileMatch(not)
    tests.push((facts) => !test(facts))
  }
  if (any) {
    const alternatives = any.map(compileMatch)
    tests.push((facts) => alternatives.some((test) => test(facts)))
  }
  return tests
}
