import { ANSWER_TOKENS } from '../../kernel/reads/token-budget.ts'
import { estimateTokens } from '../../lib/text/estimate-tokens.ts'

/** A piece of a document with its heading, which may be empty. */
export interface DocumentSection {
  heading: string
  text: string
}

/** Tokens of a lead, which is the beginning of a document in a few lines. */
const LEAD_TOKENS = 800

/** Tokens for title, address, metadata and the marks around the text. */
const FRAME_TOKENS = 1_700

const TEXT_TOKENS = ANSWER_TOKENS - LEAD_TOKENS - FRAME_TOKENS

/** Characters of a heading that is repeated where a part begins below it. */
const MAX_HEADING = 100

/** Characters before a cut within which it moves back to the end of a line or word. */
const MAX_STEP_BACK = 200

/**
 * Cuts the text of a document into parts that one answer holds each, in order and with nothing left out: each heading
 * once above its text, and again, cut, where a part begins below it. There is at least one part, maybe empty. The same
 * sections give the same parts.
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

/** Cuts a lead to its share of an answer. */
export function truncateLead(lead: string): string {
  let first = lead
  while (costOf(first) > LEAD_TOKENS) first = firstHalf(first)
  return first.length < lead.length ? `${first}…` : lead
}

/** Estimates the tokens of a text as JSON, with the line between two pieces. */
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

/** Finds where to cut at or before a place: after a line, else after a word, else between two characters. */
function cutBefore(text: string, place: number): number {
  const nearby = text.slice(Math.max(0, place - MAX_STEP_BACK), place)
  const line = nearby.lastIndexOf('\n')
  const end = line >= 0 ? line : nearby.lastIndexOf(' ')
  if (end >= 0) return place - nearby.length + end + 1
  // A surrogate pair stays together.
  return /[\uD800-\uDBFF]$/.test(nearby) ? place - 1 : place
}
