import type { ParsedPage } from '../html/read-page.ts'
import { finding, type Finding } from './finding.ts'
import type { Observation } from './observation.ts'

/** Looks at one thing. Pure: the same observation gives the same finding. */
export type Check = (observation: Observation) => Finding

/** What most evidence is about: the page as it was answered. */
export interface Seen {
  url: string
  status: number
}

type PageCheck = (page: ParsedPage, seen: Seen, observation: Observation) => Finding

export const seenTarget = ({ target }: Observation): Seen => ({
  url: target.finalUrl,
  status: target.status,
})

/** Whether what was answered is the page, rather than an error or a challenge in its place. */
export const isAnswered = ({ target }: Observation): boolean =>
  target.status >= 200 && target.status < 300 && target.botWall === null

/** A check of what the markup says; does not apply to errors, challenges and what is no HTML. */
export function onPage(check: PageCheck): Check {
  return (observation) => {
    const seen = seenTarget(observation)
    const { page } = observation.target
    if (!isAnswered(observation)) return finding('na', seen, ['The page itself was not answered.'])
    if (page === null) return finding('na', seen, ['The answer is no HTML.'])
    return check(page, seen, observation)
  }
}

/** A check of the text; a page that is empty until scripts run loses points for that alone. */
export function onText(check: PageCheck): Check {
  return onPage((page, seen, observation) =>
    page.isShell || page.mainText === ''
      ? finding('na', seen, ['The HTML has no text to look at.'])
      : check(page, seen, observation),
  )
}
