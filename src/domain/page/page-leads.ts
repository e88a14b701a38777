import type { PageSection } from '../html/main-text.ts'
import { cleanLine, truncate } from '../html/text.ts'

/** A heading of the main text with the beginning of what stands under it. */
export interface PageLead {
  /** The text of the heading; empty for the text before the first heading. */
  heading: string
  /** The level of the heading, 1 to 6; 0 for the text before the first heading. */
  level: number
  /**
   * The beginning of the text under the heading, in the page's own words; empty when nothing stands between this
   * heading and the next.
   */
  text: string
}

/** The most sections of a page that have a lead. */
export const MAX_LEADS = 40
const MAX_LEAD_CHARS = 240
const MAX_HEADING_CHARS = 200

/** Returns the headings and beginnings of a page's first 40 sections. */
export const leadsOf = (sections: readonly PageSection[]): PageLead[] =>
  sections.slice(0, MAX_LEADS).map(({ heading, level, text }) => ({
    heading: cleanLine(heading, MAX_HEADING_CHARS),
    level,
    text: cleanLine(truncate(text, MAX_LEAD_CHARS), MAX_LEAD_CHARS),
  }))
