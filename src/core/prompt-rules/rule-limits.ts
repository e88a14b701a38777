import { globProblem } from './glob.ts'
import { parseGlob } from './parse-glob.ts'
import type { RuleMatch } from './rule-input.ts'

/** How deep `any` and `not` may stand in each other. */
export const MAX_NESTING = 3

/** Comparisons that one rule may cost a page; each pattern that braces stand for is one. */
export const MAX_COMPARISONS = 100

interface Problem {
  path: PropertyKey[]
  message: string
}

/** What no single field shows: that conditions are too deep, too many, or can never hold together. */
export function conditionProblems(match: RuleMatch): Problem[] {
  const problems: Problem[] = []
  const comparisons = inspect(match, [], 0, problems)
  if (comparisons > MAX_COMPARISONS) {
    const message = `At most ${MAX_COMPARISONS} comparisons a rule, this one makes ${comparisons}; make several rules`
    problems.push({ path: [], message })
  }
  return problems
}

function inspect(
  match: RuleMatch,
  path: PropertyKey[],
  depth: number,
  problems: Problem[],
): number {
  if (depth > MAX_NESTING) {
    problems.push({ path, message: `any and not nest at most ${MAX_NESTING} deep` })
    return 0
  }
  const { any = [], not, ...own } = match
  if (isEmptySpan(own)) {
    problems.push({
      path: [...path, 'publishedBefore'],
      message: 'Must be later than publishedAfter',
    })
  }
  const inner = [
    ...any.map((item, i) => inspect(item, [...path, 'any', i], depth + 1, problems)),
    not ? inspect(not, [...path, 'not'], depth + 1, problems) : 0,
  ]
  return inner.reduce((sum, count) => sum + count, comparisonsOf(own))
}

function comparisonsOf({ path, host, ...others }: Omit<RuleMatch, 'any' | 'not'>): number {
  const globs = [path, host].filter((glob) => glob !== undefined)
  return globs.reduce((sum, glob) => sum + patternsOf(glob), Object.keys(others).length)
}

const patternsOf = (glob: string): number =>
  globProblem(glob) === undefined ? parseGlob(glob).length : 1

const isEmptySpan = ({ publishedAfter, publishedBefore }: RuleMatch): boolean =>
  publishedAfter !== undefined &&
  publishedBefore !== undefined &&
  Date.parse(publishedAfter) >= Date.parse(publishedBefore)
