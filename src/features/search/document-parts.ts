import { ANSWER_TOKENS } from '../../kernel/reads/token-budget.ts'
import { estimateTokens } from '../../lib/text/estimate-tokens.ts'

/** A piece of a document with its heading; the heading is empty where the piece has none. */
export interface DocumentSection {
  heading: string
  text: string
}

/** The most tokens of a lead, the text of a few lines above the first part of a document. */
const LEAD_TOKENS = 800

/** The tokens that are kept free for title, address, metadata and the marks around the text. */
const FRAME_TOKENS = 1_700

const TEXT_TOKENS = ANSWER_TOKENS - LEAD_TOKENS - FRAME_TOKENS

/** The most characters of a heading that is repeated where a part begins below it. */
const MAX_HEADING = 100

/** The most characters by which a cut moves back to the end of a line or word. */
const MAX_STEP_BACK = 200

/**
 * Cuts the text of a document into parts, each small enough for one answer, in order and with nothing left out. Each
 * heading stands once above its text, and again, cut, where a part begins below it. There is at least one part, which
 * may be empty. The same sections give the same parts.
 */
export function documentPartsOf(sections: readonly DocumentSection[]): string[] {
  const parts: string[] = []
  let open: string[] = []
  let left = TEXT_TOKENS
  for (const [i, { heading, text }] of sections.entries()) {
    const isNew = heading !== '' && heading !== sections[i - 1]?.heading
    const whole = [isNew ? heading : '', text].filter((line) => line !== '').join('\n')
    for (const [j, piece] of piecesOf(whole).entries()) {
      const cost = costOf(piece)
      if (cost > left && open.length > 0) {
        parts.push(open.join('\n\n'))
        const again = isNew && j === 0 ? '' : heading.slice(0, MAX_HEADING).toWellFormed()
        open = again === '' ? [] : [again]
        left = TEXT_TOKENS
      }
      open.push(piece)
      left -= cost
    }
  }
  return [...parts, open.join('\n\n')]
}

/** Cuts a lead to the tokens that an answer has for it. */
export function truncateLead(lead: string): string {
  let first = lead
  while (costOf(first) > LEAD_TOKENS) first = firstHalf(first)
  return first.length < lead.length ? `${first}…` : lead
}

/** Estimates the tokens of a text as JSON, with the line between two pieces counted as one. */
const costOf = (text: string): number => estimateTokens(JSON.stringify(text)) + 1

/** Halves a text that is too long for one part until each piece fits. */
function piecesOf(text: string): string[] {
  if (text === '') return []
  if (costOf(text) <= TEXT_TOKENS) return [text]
  const first = firstHalf(text)
  return [...piecesOf(first), ...piecesOf(text.slice(first.length))]
}

const firstHalf = (text: string): string =>
  text.slice(0, cutBefore(text, Math.floor(text.length / 2)))

/**
 * Finds where to cut at or before a place: after a line, else after a word, else at the place, but never within a
 * surrogate pair.
 */
function cutBefore(text: string, place: number): number {
  const nearby = text.slice(Math.max(0, place - MAX_STEP_BACK), place)
  const line = nearby.lastIndexOf('\n')
  const end = line >= 0 ? line : nearby.lastIndexOf(' ')
  if (end >= 0) return place - nearby.length + end + 1
  // A surrogate pair stays together.
  return /[\uD800-\uDBFF]$/.test(nearby) ? place - 1 : place
}
