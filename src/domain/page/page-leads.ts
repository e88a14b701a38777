import type { PageSection } from '../html/main-text.ts'
import { cleanLine, truncate } from '../html/text.ts'

/** A heading of the main text with the beginning of what stands under it. */
export interface PageLead {
  /** Empty for the text before the first heading. */
  heading: string
  /** 1 to 6; 0 before the first heading. */
  level: number
  /** The page's own words: empty when nothing stands between this heading and the next. */
  text: string
}

/** Sections of a page that have a lead. */
export const MAX_LEADS = 40
const MAX_LEAD_CHARS = 240
const MAX_HEADING_CHARS = 200

/** The beginnings of a page's sections. A heading that is not among them belongs to the theme, not to the text. */
export const leadsOf = (sections: readonly PageSection[]): PageLead[] =>
  sections.slice(0, MAX_LEADS).map(({ heading, level, text }) => ({
    heading: cleanLine(heading, MAX_HEADING_CHARS),
    level,
    text: cleanLine(truncate(text, MAX_LEAD_CHARS), MAX_LEAD_CHARS),
  }))

const MIN_ROW = 3
const MIN_OWN_CHARS = 200

/**
 * The leads of a text above a row of headings that say nothing, which lead to other pages; undefined where there is no such
 * row, or hardly a text above it.
 */
export function leadsAboveCards(leads: readonly PageLead[]): readonly PageLead[] | undefined {
  const at = leads.findIndex((_, from) => {
    const row = leads.slice(from, from + MIN_ROW)
    return row.length === MIN_ROW && row.every(({ text }) => text === '')
  })
  const own = leads.slice(0, Math.max(0, at))
  const chars = own.reduce((sum, { text }) => sum + text.length, 0)
  return chars >= MIN_OWN_CHARS ? own : undefined
}
