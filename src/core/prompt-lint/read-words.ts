import { classesAt, SINGLE, widthAt, WORD } from './char-classes.ts'
import { boundaryOf, NEW_CLAUSE, NEW_SENTENCE } from './boundaries.ts'
import type { FoldedText } from './fold-text.ts'

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

/** Splits a folded text into words. With `joinsMarks`, marks inside a word (`re-mem.ber`) do not split it. */
export function readWords(folded: FoldedText, joinsMarks: boolean): readonly Word[] {
  const drafts = joinLetters(splitWords(folded, joinsMarks))
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

/** Whether a mark stands inside a word somewhere, so that reading the text joined makes a difference. */
export function hasJoints({ text }: FoldedText): boolean {
  for (let at = 1; at < text.length - 1; at++) {
    if (isJointMark(text.charCodeAt(at)) && isJoint(text, at)) return true
  }
  return false
}

function splitWords({ text, starts, ends }: FoldedText, joinsMarks: boolean): Draft[] {
  const drafts: Draft[] = []
  let gap = 0
  for (let at = 0; at < text.length;) {
    const kind = classesAt(text, at)
    if (!isWordOrSingle(kind)) {
      at += widthAt(text, at)
      continue
    }
    const before = gap === at ? '' : text.slice(gap, at)
    const start = starts[at] ?? 0
    const isSingle = (kind & SINGLE) !== 0
    let end = isSingle ? at + widthAt(text, at) : endOfWord(text, at)
    let word = text.slice(at, end)
    gap = end
    if (joinsMarks && !isSingle) {
      while (isJoint(text, gap)) {
        gap += 1
        const next = endOfWord(text, gap)
        // A mark before a word of one character joins nothing, but is not between the two either.
        if (next === gap) break
        word += text.slice(gap, next)
        end = gap = next
      }
    }
    drafts.push({
      text: word,
      start,
      end: ends[end - 1] ?? 0,
      before,
      isSingle,
      place: 0,
      startsClause: false,
    })
    at = gap
  }
  return drafts
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

const JOINTS = new Set(Array.from('-.*_~+|', (char) => char.charCodeAt(0)))
const isJointMark = (code: number): boolean => code < 0x7f && code > 0x29 && JOINTS.has(code)

/** Whether the mark here stands between two words, the first of several characters. */
function isJoint(text: string, at: number): boolean {
  if (at < 1 || at >= text.length - 1 || !isJointMark(text.charCodeAt(at))) return false
  if ((classesAt(text, at + 1) & WORD) === 0) return false
  const last = text.charCodeAt(at - 1)
  // The second half of a pair says nothing of itself.
  const isPair = last >= 0xdc00 && last <= 0xdfff
  const classes = classesAt(text, isPair ? at - 2 : at - 1)
  return (classes & WORD) !== 0 && (classes & SINGLE) === 0
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
