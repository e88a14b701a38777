import { pluralize } from '../../lib/text/pluralize.ts'
import { RUBRIC } from './rubric.ts'
import type { RubricCheck } from './rubric-check.ts'

type Faulty = Pick<RubricCheck, 'fault'>

/** Returns the fault of pages that do not pass a check, without naming the pages: `is missing`, `are missing`. */
const faultOf = ({ fault }: Faulty, isOne: boolean): string =>
  fault.replaceAll(/\{([^|}]*)\|([^}]*)\}/g, isOne ? '$1' : '$2')

/** The fault of one page: `This page is too large to be read whole`. */
export const pageFault = (check: Faulty): string => `This page ${faultOf(check, true)}`

/** The same by the id of a check, or its title where the rubric does not have it. */
export function pageFaultOf({ id, title }: { id: string; title: string }): string {
  const check = RUBRIC.find((one) => one.id === id)
  return check ? pageFault(check) : title
}

/** The fault of several pages out of all that have a score: `22 of 22 pages are too large to be read whole`. */
export function siteFault(check: Faulty, pages: number, all: number): string {
  // A canonical address may be shared by pages that have no score of their own.
  const who = pages <= all ? `${pages} of ${pluralize(all, 'page')}` : pluralize(pages, 'page')
  return `${who} ${faultOf(check, pages === 1)}`
}

/** The same for a scan of an older release, which did not count pages: it reports the start page. */
export const startFault = (check: Faulty): string => `The start page ${faultOf(check, true)}`
