import type { Observation } from './observation.ts'
import type { CheckId } from './rubric.ts'
import { toScore, type Score } from './score.ts'

export interface ObservationToScore {
  observation: Observation
  /** The checks to run, all by default. */
  checks?: readonly CheckId[] | undefined
}

/** Runs `toScore` in a worker thread, since some robots.txt files and pages take long to judge. */
export const scoreObservation = ({ observation, checks }: ObservationToScore): Score =>
  toScore(observation, checks)
