import { ACCESS } from './checks/access.ts'
import { ANSWERABILITY } from './checks/answerability.ts'
import { DISCOVERY } from './checks/discovery.ts'
import { RENDERING } from './checks/rendering.ts'
import { STRUCTURE } from './checks/structure.ts'
import { TRUST } from './checks/trust.ts'
import { capsFor, type Cap } from './caps.ts'
import type { CheckStatus, Evidence, Finding } from './finding.ts'
import { levelOf } from './level.ts'
import type { Observation } from './observation.ts'
import type { Check } from './on-page.ts'
import { RUBRIC, RUBRIC_VERSION, type Category, type CheckId } from './rubric.ts'

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
const WARN_COEFFICIENT = 0.5

const CHECKS: Readonly<Record<CheckId, Check>> = {
  ...ACCESS,
  ...RENDERING,
  ...STRUCTURE,
  ...TRUST,
  ...ANSWERABILITY,
  ...DISCOVERY,
}

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
  const caps = capsFor(observation, failed, isAsked)
  const counted = results.filter(isCounted)
  const weight = counted.reduce((sum, result) => sum + result.weight, 0)
  const points = counted.reduce((sum, result) => sum + result.points, 0)
  const plain = weight === 0 ? 0 : Math.round((100 * points) / weight)
  const score = caps.reduce((least, { maxScore }) => Math.min(least, maxScore), plain)
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
  const share = shareOf(status, entry.warnCoefficient ?? WARN_COEFFICIENT)
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

/** The share of its weight that a check earns; undefined where it does not count. */
function shareOf(status: CheckStatus, warnCoefficient: number): number | undefined {
  switch (status) {
    case 'pass':
      return 1
    case 'warn':
      return warnCoefficient
    case 'fail':
      return 0
    case 'na':
    case 'error':
      return undefined
  }
}
