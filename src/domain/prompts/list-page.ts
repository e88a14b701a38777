import type { PageLead } from '../page/page-leads.ts'
import { typeOfPath } from './path-type.ts'

const MIN_ENTRIES = 4
const ENTRY_SHARE = 0.6
/** Matches the path of a list of all articles of one author, which ends in the author's name. */
const OF_AUTHOR = /\/author\/[^/]+\/?$/i
/** Matches the day with which a text begins. */
export const DATE_FIRST =
  /^(?:\d{4}[-/.年]\d{1,2}(?:[-/.月]\d{1,2}日?)?|\d{1,2}[./]\d{1,2}[./]\d{4}|\p{L}{3,9}\.? \d{1,2},? \d{4}|\d{1,2} \p{L}{3,9}\.? \d{4})/u
/** Matches the end of an excerpt, with the link that leads to the rest of it. */
const CUT_SHORT = /(?:\.{3}|…|→|»)(?: .{0,60})?$/u
const MAX_CUT_CHARS = 130
const MIN_ENTRY_CHARS = 30
const MIN_SECTIONS = 4
const MIN_SECTION_CHARS = 120
const MAX_PATH_CHARS = 500

const hasText = ({ text }: PageLead): boolean => text !== ''

const isExcerpt = ({ text }: PageLead): boolean =>
  DATE_FIRST.test(text) || CUT_SHORT.test(text.slice(-MAX_CUT_CHARS))

/** True for a list of other pages, whose headings are titles: what they ask is answered elsewhere. */
export function isPageList(path: string, leads: readonly PageLead[]): boolean {
  if (typeOfPath(path, false) === 'listing' || OF_AUTHOR.test(path.slice(-MAX_PATH_CHARS)))
    return true
  const titled = leads.filter(({ heading, level }) => heading !== '' && level > 1)
  if (titled.length < MIN_ENTRIES) return false
  // A page with a text of its own may have headings without one, as a table of its chapters.
  const whole = titled.filter((lead) => lead.text.length >= MIN_SECTION_CHARS && !isExcerpt(lead))
  const counted = whole.length >= MIN_SECTIONS ? titled.filter(hasText) : titled
  const entries = counted.filter((lead) => lead.text.length < MIN_ENTRY_CHARS || isExcerpt(lead))
  return entries.length >= MIN_ENTRIES && entries.length >= counted.length * ENTRY_SHARE
}
