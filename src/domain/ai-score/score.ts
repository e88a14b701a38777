import { capsFor, type Cap } from './caps.ts'
import { searchShare } from './checks/access.ts'
import { CHECKS } from './checks/all.ts'
import type { CheckStatus, Evidence, Finding } from './finding.ts'
import { levelOf } from './level.ts'
import type { Observation } from './observation.ts'
import type { Category } from './rubric-check.ts'
import { RUBRIC, type CheckId } from './rubric.ts'
import { RUBRIC_VERSION } from './rubric-version.ts'
import { shareOf, toPercent } from './weigh.ts'

/** What became of one check. */
export interface CheckResult {
  id: CheckId
  category: Category
  title: string
  weight: number
  status: CheckStatus
  /** Of the weight; 0 where the check does not count. */
  points: number
  /** What is to be won by mending it; 0 where the check does not count. */
  lostPoints: number
  evidence: Evidence
  why: string
  fix: string
  source: string
}

export interface Score {
  /** 0 to 100, whole: the share of the points of the checks that count, limited by the caps. */
  score: number
  /** Of the 100 points of the rubric those that could be judged: the score of a PDF stands on fewer. */
  weightJudged: number
  /** A from 90, B from 80, C from 70, D from 60, else F. */
  grade: Grade
  /** 0 to 5: how far the page has come; each level needs those below it. Null where only some checks were asked for. */
  level: number | null
  rubricVersion: string
  caps: Cap[]
  /** Every check that was asked for; what loses most first, then in the order of the rubric. */
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
 * Judges a page by the rubric, or by some of its checks: then the score is that of these checks, with the caps that
 * follow from them, and there is no level. Pure: the same observation gives the same score.
 */
export function toScore(observation: Observation, only?: readonly CheckId[]): Score {
  const isAsked = (id: CheckId): boolean => only?.includes(id) ?? true
  const results = RUBRIC.filter(({ id }) => isAsked(id)).map((entry) =>
    toResult(entry, CHECKS[entry.id](observation)),
  )
  const failed = new Set(results.filter(({ status }) => status === 'fail').map(({ id }) => id))
  const caps = capsFor(failed, {
    searchShare: isAsked('A2') ? searchShare(observation) : null,
    isShell: isAsked('B1') && observation.target.page?.isShell === true,
  })
  const counted = results.filter(isCounted)
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
    checks: results.toSorted((a, b) => b.lostPoints - a.lostPoints),
  }
}

/** Whether a check counts: `na` and `error` leave the score alone. */
const isCounted = ({ status }: CheckResult): boolean => status !== 'na' && status !== 'error'

function toResult(entry: (typeof RUBRIC)[number], { status, evidence }: Finding): CheckResult {
  const { id, category, title, weight, why, fix, source } = entry
  const share = shareOf(entry, status)
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
