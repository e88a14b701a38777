import type { ParsedPage } from '../html/read-page.ts'
import { isErrorPage } from './soft-404.ts'
import { widthOf } from './text-width.ts'

/** The least width of a main text that holds something to quote, in letters; a narrower one is a label. */
const MIN_QUOTABLE = 120

/** The facts of a page itself that decide which caps its score has. */
export interface CapFacts {
  isShell: boolean
  isErrorPage: boolean
  isTextless: boolean
}

/** Reads the facts of a page that decide its caps; for an answer that is not HTML they cause no cap. */
export const capFactsOf = (page: ParsedPage | null): CapFacts => ({
  isShell: page?.isShell === true,
  isErrorPage: page !== null && isErrorPage(page),
  isTextless: page !== null && widthOf(page.mainText.slice(0, MIN_QUOTABLE * 4)) < MIN_QUOTABLE,
})
