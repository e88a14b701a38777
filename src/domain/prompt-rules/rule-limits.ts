import { globProblem } from './glob.ts'
import { parseGlob, STAR_CODE, type Code } from './parse-glob.ts'
import type { RuleCondition } from './rule-condition.ts'

/** The most levels to which `any` and `not` may be nested. */
export const MAX_NESTING = 3

/** The cost of conditions for one page. Each pattern that braces stand for counts by itself. */
export interface ConditionSize {
  comparisons: number
  /** The characters of all texts that are looked for. */
  characters: number
  /** The number of wildcards (`*`, `**` and `?`); texts without any are found at once, however many there are. */
  wildcards: number
  /**
   * The characters besides wildcards in parts of a path with wildcards: such a part is compared once for each place
   * where it may begin.
   */
  wildCharacters: number
}

/** The most comparisons that one rule may make. */
export const MAX_COMPARISONS = 100

/**
 * The most that all rules of one site together may cost, so that 10,000 pages stay a matter of seconds. The figures are
 * ours.
 */
export const SITE_LIMITS: Readonly<ConditionSize> = {
  comparisons: 10_000,
  characters: 100_000,
  wildcards: 2_000,
  wildCharacters: 10_000,
}

interface Problem {
  path: PropertyKey[]
  message: string
}

/**
 * Finds the problems of conditions that no single field shows: they are too deep, too many, or can never hold together.
 */
export function conditionProblems(match: RuleCondition): Problem[] {
  const problems = inspect(match, [], 0)
  if (problems.length > 0) return problems
  const { comparisons } = conditionSizeOf(match)
  if (comparisons <= MAX_COMPARISONS) return []
  const message = `At most ${MAX_COMPARISONS} comparisons a rule, this one makes ${comparisons}; make several rules`
  return [{ path: [], message }]
}

function inspect(match: RuleCondition, path: PropertyKey[], depth: number): Problem[] {
  if (depth > MAX_NESTING) {
    return [{ path, message: `any and not nest at most ${MAX_NESTING} deep` }]
  }
  const { any = [], not, publishedAfter, publishedBefore } = match
  const isNever =
    publishedAfter !== undefined &&
    publishedBefore !== undefined &&
    Date.parse(publishedAfter) >= Date.parse(publishedBefore)
  const message = 'Must be later than publishedAfter'
  return [
    ...(isNever ? [{ path: [...path, 'publishedBefore'], message }] : []),
    ...any.flatMap((item, i) => inspect(item, [...path, 'any', i], depth + 1)),
    ...(not ? inspect(not, [...path, 'not'], depth + 1) : []),
  ]
}

/** Measures conditions that `RuleMatch` has let through. */
export function conditionSizeOf({ any = [], not, ...own }: RuleCondition): ConditionSize {
  const { path, host, ...others } = own
  const words = Object.values(others).filter((value) => typeof value === 'string')
  return totalSize([
    {
      comparisons: Object.keys(others).length,
      characters: words.join('').length,
      wildcards: 0,
      wildCharacters: 0,
    },
    ...[path, host].flatMap((glob) => (glob === undefined ? [] : sizesOfPatterns(glob))),
    ...any.map(conditionSizeOf),
    ...(not ? [conditionSizeOf(not)] : []),
  ])
}

export const totalSize = (sizes: readonly ConditionSize[]): ConditionSize => ({
  comparisons: sum(sizes.map(({ comparisons }) => comparisons)),
  characters: sum(sizes.map(({ characters }) => characters)),
  wildcards: sum(sizes.map(({ wildcards }) => wildcards)),
  wildCharacters: sum(sizes.map(({ wildCharacters }) => wildCharacters)),
})

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

/** Measures the patterns of a glob; an invalid one is refused as such, and counts once. */
function sizesOfPatterns(glob: string): ConditionSize[] {
  if (globProblem(glob) !== undefined) {
    return [{ comparisons: 1, characters: 0, wildcards: 0, wildCharacters: 0 }]
  }
  return parseGlob(glob).map((segments) => ({
    comparisons: 1,
    characters: segments.flat().length,
    wildcards: sum(segments.map(wildcardsOf)),
    wildCharacters: sum(segments.map(wildCharactersOf)),
  }))
}

const wildcardsOf = (segment: readonly Code[]): number =>
  segment.filter((code, i) => code < 0 && !(code === STAR_CODE && segment[i - 1] === STAR_CODE))
    .length

const wildCharactersOf = (segment: readonly Code[]): number =>
  segment.some((code) => code < 0) ? segment.filter((code) => code >= 0).length : 0
