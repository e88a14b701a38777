import type { ParsedPage } from '../html/read-page.ts'
import type { AnsweredPage, CheckInput } from './check-input.ts'
import { finding, type CheckFinding } from './finding.ts'
import type { Observation } from './observation.ts'

/** Evaluates one check of the rubric. Pure: the same observation gives the same finding. */
export type CheckEvaluator = (observation: CheckInput) => CheckFinding

/** The page as it answered, which most evidence is about. */
export interface EvidenceSource {
  url: string
  status: number
}

type PageEvaluator = (page: ParsedPage, seen: AnsweredPage, observation: CheckInput) => CheckFinding

export const evidenceSourceOf = ({ target }: Observation): EvidenceSource => ({
  url: target.finalUrl,
  status: target.status,
})

/** True when the answer is the page rather than an error or a challenge. */
export const isAnswered = ({ target }: Observation): boolean =>
  target.status >= 200 && target.status < 300 && target.botWall === null

/** Makes a check of the markup; it does not apply to errors, challenges and answers that are not HTML. */
export function onPage(check: PageEvaluator): CheckEvaluator {
  return (observation) => {
    const { page } = observation
    const seen = evidenceSourceOf(observation)
    if (!isAnswered(observation)) return finding('na', seen, ['The page itself was not answered.'])
    if (page === null) return finding('na', seen, ['The answer is no HTML.'])
    return check(page.facts, page, observation)
  }
}

/** Makes a check of the text. A page that is empty until scripts run loses points only for that. */
export function onText(check: PageEvaluator): CheckEvaluator {
  return onPage((page, seen, observation) =>
    page.isShell || page.mainText === ''
      ? finding('na', seen, ['The HTML has no text to look at.'])
      : check(page, seen, observation),
  )
}
