import type { ParsedPage } from '../html/read-page.ts'
import type { AnsweredPage, CheckInput } from './check-input.ts'
import { finding, type CheckFinding } from './finding.ts'
import type { Observation } from './observation.ts'

/** Evaluates one check of the rubric. Pure: the same observation gives the same finding. */
export type CheckEvaluator = (observation: CheckInput) => CheckFinding

/** The address and the status of the page, which most evidence is about. */
export interface EvidenceSource {
  url: string
  status: number
}

type PageEvaluator = (page: ParsedPage, seen: AnsweredPage, observation: CheckInput) => CheckFinding

export const evidenceSourceOf = ({ target }: Observation): EvidenceSource => ({
  url: target.finalUrl,
  status: target.status,
})

/** True when the page answered with a status of 2xx and no protection answered in its place. */
export const isAnswered = ({ target }: Observation): boolean =>
  target.status >= 200 && target.status < 300 && target.botWall === null

/** Makes a check of the markup; its status is `na` for errors, challenges and answers that are not HTML. */
export function onPage(check: PageEvaluator): CheckEvaluator {
  return (observation) => {
    const { page } = observation
    const seen = evidenceSourceOf(observation)
    if (!isAnswered(observation)) return finding('na', seen, ['The page itself was not answered.'])
    if (page === null) return finding('na', seen, ['The answer is no HTML.'])
    return check(page.facts, page, observation)
  }
}

/**
 * Makes a check of the text; its status is also `na` for a page without main text, which loses points by another check.
 */
export function onText(check: PageEvaluator): CheckEvaluator {
  return onPage((page, seen, observation) =>
    page.isShell || page.mainText === ''
      ? finding('na', seen, ['The HTML has no text to look at.'])
      : check(page, seen, observation),
  )
}
