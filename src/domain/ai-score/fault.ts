import { pluralize } from '../../lib/text/pluralize.ts'
import { RUBRIC } from './rubric.ts'
import type { RubricCheck } from './rubric-check.ts'

type Faulty = Pick<RubricCheck, 'fault'>

/** Returns the fault of pages that do not pass a check, without naming the pages: `is missing`, `are missing`. */
const faultOf = ({ fault }: Faulty, isOne: boolean): string =>
  fault.replaceAll(/\{([^|}]*)\|([^}]*)\}/g, isOne ? '$1' : '$2')

/** Writes the fault of one page that does not pass a check: `This page is too large to be read whole`. */
export const pageFault = (check: Faulty): string => `This page ${faultOf(check, true)}`

/** Writes the fault of one page by the id of a check; returns the title where the rubric has no such check. */
export function pageFaultOf({ id, title }: { id: string; title: string }): string {
  const check = RUBRIC.find((one) => one.id === id)
  return check ? pageFault(check) : title
}

/** Writes the fault of some of all pages that have a score: `22 of 22 pages are too large to be read whole`. */
export function siteFault(check: Faulty, pages: number, all: number): string {
  // Pages without a score may share a canonical address too, so `pages` may exceed `all`.
  const who = pages <= all ? `${pages} of ${pluralize(all, 'page')}` : pluralize(pages, 'page')
  return `${who} ${faultOf(check, pages === 1)}`
}

/** Writes the fault of the start page, for scans of an older release, which did not count pages. */
export const startFault = (check: Faulty): string => `The start page ${faultOf(check, true)}`
