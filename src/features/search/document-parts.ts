import { ANSWER_TOKENS, estimateTokens } from '../../kernel/budget.ts'

/** A piece of a document, and what it stands under; an empty heading is none. */
export interface DocumentSection {
  heading: string
  text: string
}

/** A lead is what the beginning of a document says in a few lines. */
const LEAD_TOKENS = 800

/** For title, address, metadata and the marks around the text. */
const FRAME_TOKENS = 1_700

const TEXT_TOKENS = ANSWER_TOKENS - LEAD_TOKENS - FRAME_TOKENS

/** Of a heading that is said again where a part begins below it. */
const MAX_HEADING = 100

/** Within so many characters before a cut, a line or word that ends there is not torn. */
const MAX_STEP_BACK = 200

/**
 * The text of a document in parts that one answer holds, in its order and with nothing left out: each heading once
 * above what stands under it, and again, cut, where a part begins below it. There is at least one part, maybe empty.
 * The same sections give the same parts.
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

/** As much of a lead as its share of an answer holds. */
export function truncateLead(lead: string): string {
  const [first = ''] = piecesOf(lead, LEAD_TOKENS)
  return first.length < lead.length ? `${first}…` : lead
}

/** As it is written in JSON, with the line between two pieces. */
const costOf = (text: string): number => estimateTokens(JSON.stringify(text)) + 1

/** A text that is too long for one part, halved until each piece is not. */
function piecesOf(text: string, tokens = TEXT_TOKENS): string[] {
  if (text === '') return []
  if (costOf(text) <= tokens) return [text]
  const middle = cutBefore(text, Math.floor(text.length / 2))
  return [...piecesOf(text.slice(0, middle), tokens), ...piecesOf(text.slice(middle), tokens)]
}

/** Where to cut at or before a place: after a line, else after a word, else between two characters. */
function cutBefore(text: string, place: number): number {
  const nearby = text.slice(Math.max(0, place - MAX_STEP_BACK), place)
  const line = nearby.lastIndexOf('\n')
  const end = line >= 0 ? line : nearby.lastIndexOf(' ')
  if (end >= 0) return place - nearby.length + end + 1
  // A pair of surrogates stays together.
  return /[\uD800-\uDBFF]$/.test(nearby) ? place - 1 : place
}
