import type { Observation } from './observation.ts'
import type { CheckId } from './rubric.ts'
import { toScore, type Score } from './score.ts'

export interface ToJudge {
  observation: Observation
  /** All by default. */
  checks?: readonly CheckId[] | undefined
}

/** `toScore` for a thread: robots.txt files and pages can be made that take long to judge. */
export const judge = ({ observation, checks }: ToJudge): Score => toScore(observation, checks)
