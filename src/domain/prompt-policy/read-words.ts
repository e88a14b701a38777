import { classesAt, SINGLE, SPACE, widthAt, WORD } from './char-classes.ts'
import { boundaryOf, NEW_CLAUSE, NEW_SENTENCE } from './boundaries.ts'
import type { FoldedText } from './fold-text.ts'
import type { Span } from './span.ts'

/** A word of the folded text; of Chinese and Japanese, one character. */
export interface Word {
  readonly text: string
  /** In UTF-16 units of the original. */
  readonly start: number
  readonly end: number
  /** Place in the text: one more for every word, several more where a sentence ends. */
  readonly place: number
  /** Whether punctuation or a line break stands before it, so that a command may begin here. */
  readonly startsClause: boolean
}

/** The site itself, the host of another one, a name, a word that may be one, any other value. No word has such a mark. */
export type Token = '@site' | '@host' | '@name' | '@start' | '@value'

/** A part of a folded text that is one word, whatever it is made of: an address or a placeholder. */
export interface TokenSpan extends Span {
  readonly token: Token
}

/** How many words the end of a sentence counts for, when the distance of two words is limited. */
const SENTENCE_DISTANCE = 4
/** Full stops after one or two words separate nothing: they are there as a disguise. */
const MIN_SENTENCE_WORDS = 3
/** So many letters that are written one by one are a word. */
const MIN_SPELLED = 4

interface Draft {
  text: string
  start: number
  end: number
  /** What stands between the word before and this one. */
  before: string
  isSingle: boolean
  place: number
  startsClause: boolean
}

/**
 * Splits a folded text into words. With `joinsMarks`, marks inside a word (`re-mem.ber`, `rem(em)ber`) do not split it.
 * Tokens must come in the order of the text and not overlap.
 */
export function readWords(
  folded: FoldedText,
  joinsMarks: boolean,
  tokens: readonly TokenSpan[] = [],
): readonly Word[] {
  const drafts = joinLetters(splitWords(folded, joinsMarks, tokens))
  let place = 0
  let sentenceWords = 0
  for (const [i, draft] of drafts.entries()) {
    const boundary = boundaryOf(draft.before)
    const isNewSentence = i > 0 && (boundary & NEW_SENTENCE) !== 0
    place += isNewSentence && sentenceWords >= MIN_SENTENCE_WORDS ? 1 + SENTENCE_DISTANCE : 1
    sentenceWords = isNewSentence ? 1 : sentenceWords + 1
    draft.place = place
    draft.startsClause = i === 0 || (boundary & NEW_CLAUSE) !== 0
  }
  return drafts
}

/** Whether marks stand inside a word somewhere, so that reading the text joined makes a difference. */
export function hasJoints({ text }: FoldedText, tokens: readonly TokenSpan[] = []): boolean {
  let at = 0
  for (const { start, end } of [...tokens, { start: text.length, end: text.length }]) {
    while (at < start) {
      const kind = classesAt(text, at)
      if (!isWordOrSingle(kind) || (kind & SINGLE) !== 0) {
        at += widthAt(text, at)
        continue
      }
      at = endOfWord(text, at)
      if (endOfJoint(text, at, start) > at) return true
    }
    at = Math.max(at, end)
  }
  return false
}

function splitWords(
  folded: FoldedText,
  joinsMarks: boolean,
  tokens: readonly TokenSpan[],
): Draft[] {
  const { text } = folded
  const drafts: Draft[] = []
  let nextToken = 0
  let gap = 0
  for (let at = 0; at < text.length;) {
    const token = tokens[nextToken]
    const isToken = token !== undefined && at >= token.start
    const kind = classesAt(text, at)
    if (!isToken && !isWordOrSingle(kind)) {
      at += widthAt(text, at)
      continue
    }
    const before = gap === at ? '' : text.slice(gap, at)
    if (isToken) {
      nextToken += 1
      gap = Math.max(at + 1, token.end)
      drafts.push(draftOf(folded, { text: token.token, start: at, end: gap, before }))
    } else {
      const limit = token?.start ?? text.length
      const word = wordAt(text, at, limit, joinsMarks && (kind & SINGLE) === 0)
      gap = at + (word.chars === 0 ? widthAt(text, at) : word.chars)
      const isSingle = (kind & SINGLE) !== 0
      const own = isSingle ? text.slice(at, gap) : word.text
      drafts.push({ ...draftOf(folded, { text: own, start: at, end: gap, before }), isSingle })
    }
    at = gap
  }
  return drafts
}

interface Part extends Span {
  readonly text: string
  readonly before: string
}

const draftOf = ({ starts, ends }: FoldedText, { text, start, end, before }: Part): Draft => ({
  text,
  start: starts[start] ?? 0,
  end: ends[end - 1] ?? 0,
  before,
  isSingle: false,
  place: 0,
  startsClause: false,
})

/** The word of several characters that begins here, with what marks join to it; none of a single character. */
function wordAt(
  text: string,
  start: number,
  limit: number,
  joinsMarks: boolean,
): { text: string; chars: number } {
  let end = endOfWord(text, start)
  let word = text.slice(start, end)
  if (!joinsMarks) return { text: word, chars: end - start }
  for (let next = endOfJoint(text, end, limit); next > end; next = endOfJoint(text, end, limit)) {
    end = endOfWord(text, next)
    word += text.slice(next, end)
  }
  return { text: word, chars: end - start }
}

/** Where the word of several characters that begins here ends; here, when none does. */
function endOfWord(text: string, start: number): number {
  let end = start
  while (end < text.length) {
    const kind = classesAt(text, end)
    if ((kind & WORD) === 0 || (kind & SINGLE) !== 0) break
    end += widthAt(text, end)
  }
  return end
}

const isWordOrSingle = (classes: number): boolean => (classes & (WORD | SINGLE)) !== 0

/** So many marks without a space may split a word in disguise. */
const MAX_JOINT_CHARS = 6

/** Where the word goes on behind the marks that begin here; here, if it does not, or not before `limit`. */
function endOfJoint(text: string, start: number, limit: number): number {
  let at = start
  while (at < limit && at - start <= MAX_JOINT_CHARS) {
    const kind = classesAt(text, at)
    if ((kind & WORD) !== 0) return (kind & SINGLE) === 0 ? at : start
    if ((kind & (SPACE | SINGLE)) !== 0) return start
    at += widthAt(text, at)
  }
  return start
}

/** Letters that are written one by one (`r e m e m b e r`) are a word. */
function joinLetters(drafts: Draft[]): Draft[] {
  let run = 0
  const joined: Draft[] = []
  for (const [i, draft] of drafts.entries()) {
    const isLetter = draft.text.length === 1 && !draft.isSingle
    if (!isLetter || (run > 0 && draft.before.length !== 1)) {
      spell(joined, run)
      run = 0
    }
    joined.push(draft)
    if (isLetter) run += 1
    if (i === drafts.length - 1) spell(joined, run)
  }
  return joined
}

/** Makes one word of the last `count`, if they are enough. */
function spell(drafts: Draft[], count: number): void {
  if (count < MIN_SPELLED) return
  const letters = drafts.splice(drafts.length - count)
  const [first] = letters
  const last = letters.at(-1)
  if (first === undefined || last === undefined) return
  drafts.push({ ...first, text: letters.map(({ text }) => text).join(''), end: last.end })
}
