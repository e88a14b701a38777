import { capFactsOf } from './cap-facts.ts'
import { capsFor, type Cap } from './caps.ts'
import { searchShare } from './checks/access.ts'
import { toCheckInput } from './check-input.ts'
import { CHECKS } from './checks/all.ts'
import type { CheckStatus, Evidence, CheckFinding } from './finding.ts'
import { byHarm } from './harm.ts'
import type { Observation } from './observation.ts'
import { isAnswered } from './page-checks.ts'
import type { Category } from './rubric-check.ts'
import { RUBRIC, type CheckId } from './rubric.ts'
import { RUBRIC_VERSION } from './rubric-version.ts'
import { earnedShare, isCounted, toPercent } from './weight-checks.ts'

/** The result of one check. */
export interface CheckResult {
  id: CheckId
  category: Category
  title: string
  weight: number
  status: CheckStatus
  /** Earned points; 0 when the check does not count. */
  points: number
  /** The points to be won by correcting the fault; 0 when the check does not count. */
  lostPoints: number
  evidence: Evidence
  why: string
  fix: string
  source: string
}

export interface Score {
  /** An integer from 0 to 100: the share of the points of all checks that count, limited by the caps. */
  score: number
  /** Points of the rubric that could be judged, of 100: the score of a PDF depends on fewer. */
  weightJudged: number
  /** A from 90, B from 80, C from 70, D from 60, else F. */
  grade: Grade
  /** The level, 0 to 5; each level needs those below it. Null when only some checks were requested. */
  level: number | null
  rubricVersion: string
  caps: Cap[]
  /** Every requested check: by the harm that it found, then by lost points, then in the order of the rubric. */
  checks: CheckResult[]
}

export type Grade = 'A' | 'B' | 'C' | 'D' | 'F'

const GRADES: readonly (readonly [Grade, number])[] = [
  ['A', 90],
  ['B', 80],
  ['C', 70],
  ['D', 60],
]

/**
 * Scores a page by the rubric or by some of its checks: then the score is that of these checks with the caps that
 * follow from them, and there is no level. Pure: the same observation gives the same score.
 */
export function toScore(observed: Observation, only?: readonly CheckId[]): Score {
  const observation = toCheckInput(observed)
  const isAsked = (id: CheckId): boolean => only?.includes(id) ?? true
  const results = RUBRIC.filter(({ id }) => isAsked(id)).map((entry) =>
    toResult(entry, CHECKS[entry.id](observation)),
  )
  const failed = new Set(results.filter(({ status }) => status === 'fail').map(({ id }) => id))
  const facts = capFactsOf(isAnswered(observation) ? observation.target.page : null)
  const caps = capsFor(failed, {
    searchShare: isAsked('A2') ? searchShare(observation) : null,
    isShell: isAsked('B1') && facts.isShell,
    isErrorPage: isAsked('B2') && facts.isErrorPage,
    isTextless: isAsked('B1') && facts.isTextless,
  })
  const counted = results.filter(({ status }) => isCounted(status))
  const weight = counted.reduce((sum, result) => sum + result.weight, 0)
  const points = counted.reduce((sum, result) => sum + result.points, 0)
  const score = toPercent({ points, weight }, caps)
  return {
    score,
    weightJudged: weight,
    grade: GRADES.find(([, from]) => score >= from)?.[0] ?? 'F',
    level: only === undefined ? levelOf(results) : null,
    rubricVersion: RUBRIC_VERSION,
    caps,
    checks: results.toSorted(byHarm),
  }
}

function toResult(entry: (typeof RUBRIC)[number], { status, evidence }: CheckFinding): CheckResult {
  const { id, category, title, weight, why, fix, source } = entry
  const share = earnedShare(entry, status)
  return {
    id,
    category,
    title,
    weight,
    status,
    points: weight * (share ?? 0),
    lostPoints: share === undefined ? 0 : weight * (1 - share),
    evidence,
    why,
    fix,
    source,
  }
}

/** The requirements of a level, in addition to those of the levels below it. */
interface Level {
  /** Checks that must not fail. */
  noFailure: readonly CheckId[]
  /** The least share of its points that each category must have for the level, 0 to 1. */
  shares: Readonly<Partial<Record<Category, number>>>
}

/** The requirements of the levels 1 to 5: reachable, readable, structured, citable, ready for agents. */
const RULES: readonly Level[] = [
  { noFailure: ['A2', 'A5', 'A7'], shares: {} },
  { noFailure: ['B1', 'B2'], shares: {} },
  { noFailure: ['C1', 'C2', 'C4'], shares: { structure: 0.7 } },
  { noFailure: ['A6'], shares: { trust: 0.7, answerability: 0.5 } },
  { noFailure: ['A3', 'F1'], shares: { access: 0.9, discovery: 0.7 } },
]

/** Returns the level of a page, 0 to 5. A check without a result does not lower it. */
function levelOf(results: readonly CheckResult[]): number {
  const missed = RULES.findIndex((rule) => !isMet(rule, results))
  return missed === -1 ? RULES.length : missed
}

function isMet({ noFailure, shares }: Level, results: readonly CheckResult[]): boolean {
  if (results.some(({ id, status }) => status === 'fail' && noFailure.includes(id))) return false
  return results.every(({ category }) => {
    const wanted = shares[category]
    return wanted === undefined || shareOf(category, results) >= wanted
  })
}

function shareOf(category: Category, results: readonly CheckResult[]): number {
  const counted = results.filter(
    (result) => result.category === category && isCounted(result.status),
  )
  const weight = counted.reduce((sum, result) => sum + result.weight, 0)
  return weight === 0 ? 1 : counted.reduce((sum, result) => sum + result.points, 0) / weight
}
