import type { CheckStatus } from './finding.ts'
import type { Category } from './rubric-check.ts'
import type { CheckId } from './rubric.ts'
import { isCounted } from './weight-checks.ts'

/** The facts of a check that decide the level. */
interface LevelInput {
  id: CheckId
  category: Category
  weight: number
  status: CheckStatus
  points: number
}

/** The requirements of a level, besides those of the levels below. */
interface Level {
  /** Checks that must not fail. */
  noFailure: readonly CheckId[]
  /** Least share of its points that each category must have, 0 to 1. */
  shares: Readonly<Partial<Record<Category, number>>>
}

/** Level 1 is reachable, 2 readable, 3 structured, 4 citable, 5 ready for agents. */
const RULES: readonly Level[] = [
  { noFailure: ['A2', 'A5', 'A7'], shares: {} },
  { noFailure: ['B1', 'B2'], shares: {} },
  { noFailure: ['C1', 'C2', 'C4'], shares: { structure: 0.7 } },
  { noFailure: ['A6'], shares: { trust: 0.7, answerability: 0.5 } },
  { noFailure: ['A3', 'F1'], shares: { access: 0.9, discovery: 0.7 } },
]

/** The level of a page, 0 to 5. Checks without a result hold no page back. */
export function levelOf(results: readonly LevelInput[]): number {
  const missed = RULES.findIndex((rule) => !isMet(rule, results))
  return missed === -1 ? RULES.length : missed
}

function isMet({ noFailure, shares }: Level, results: readonly LevelInput[]): boolean {
  if (results.some(({ id, status }) => status === 'fail' && noFailure.includes(id))) return false
  return results.every(({ category }) => {
    const wanted = shares[category]
    return wanted === undefined || shareOf(category, results) >= wanted
  })
}

function shareOf(category: Category, results: readonly LevelInput[]): number {
  const counted = results.filter(
    (result) => result.category === category && isCounted(result.status),
  )
  const weight = counted.reduce((sum, result) => sum + result.weight, 0)
  return weight === 0 ? 1 : counted.reduce((sum, result) => sum + result.points, 0) / weight
}
