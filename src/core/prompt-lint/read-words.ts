import type { FoldedText } from './fold-text.ts'
import { latinLook } from './look-alikes.ts'

/** A word of the folded text; of Chinese and Japanese, one character. */
export interface Word {
  readonly text: string
  /** The word and what else it may be read as: look-alike letters, digits for letters. */
  readonly readings: readonly string[]
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

const WORD_CHAR = /[\p{L}\p{N}\p{M}]/u
const SINGLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u
const CLAUSE_MARK = /[,;:!?…–—([“«‘„「『、。•·*#>|¿¡\n]/
const JOINT = /^[-.*_~+|]$/

interface Draft {
  text: string
  start: number
  end: number
  /** What stands between the word before and this one. */
  before: string
  isSingle: boolean
}

/** Splits a folded text into words. With `joinsMarks`, marks inside a word (`re-mem.ber`) do not split it. */
export function readWords(folded: FoldedText, joinsMarks: boolean): Word[] {
  const drafts = joinLetters(splitWords(folded, joinsMarks))
  let place = 0
  let sentenceWords = 0
  const readings = new Map<string, readonly string[]>()
  return drafts.map((draft, i) => {
    const isNewSentence = i > 0 && endsSentence(draft.before)
    place += isNewSentence && sentenceWords >= MIN_SENTENCE_WORDS ? 1 + SENTENCE_DISTANCE : 1
    sentenceWords = isNewSentence ? 1 : sentenceWords + 1
    const { text, start, end } = draft
    const known = readings.get(text) ?? readingsOf(draft)
    readings.set(text, known)
    return {
      text,
      readings: known,
      start,
      end,
      place,
      startsClause: i === 0 || startsClause(draft.before),
    }
  })
}

/** Whether a mark stands inside a word somewhere, so that reading the text joined makes a difference. */
export function hasJoints({ chars }: FoldedText): boolean {
  return chars.some((_, i) => isJoint(chars, i))
}

function splitWords(folded: FoldedText, joinsMarks: boolean): Draft[] {
  const { chars, starts, ends } = folded
  const drafts: Draft[] = []
  let word: Draft | undefined
  let before = ''
  for (const [i, char] of chars.entries()) {
    const isSingle = isSingleChar(char)
    if (isSingle || isWordChar(char)) {
      const [start = 0, end = 0] = [starts[i], ends[i]]
      word = extend(word, { text: char, start, end, before, isSingle })
      if (word !== drafts.at(-1)) drafts.push(word)
      before = ''
    } else if (word === undefined || !joinsMarks || !isJoint(chars, i)) {
      before += char
      word = undefined
    }
  }
  return drafts
}

/** The word with one more character, or the new word that begins with it. */
function extend(word: Draft | undefined, next: Draft): Draft {
  if (word === undefined || word.isSingle || next.isSingle) return next
  word.text += next.text
  word.end = next.end
  return word
}

const isAscii = (char: string): boolean => char.charCodeAt(0) < 0x80
const isSingleChar = (char: string): boolean => char >= '\u2E80' && SINGLE.test(char)
const isWordChar = (char: string): boolean =>
  isAscii(char)
    ? (char >= 'a' && char <= 'z') || (char >= '0' && char <= '9')
    : WORD_CHAR.test(char)

function isJoint(chars: readonly string[], i: number): boolean {
  const [last, char, next] = [chars[i - 1], chars[i], chars[i + 1]]
  if (last === undefined || char === undefined || next === undefined) return false
  return JOINT.test(char) && isWordChar(last) && isWordChar(next) && !isSingleChar(last)
}

/** Letters that are written one by one (`r e m e m b e r`) are a word. */
function joinLetters(drafts: readonly Draft[]): Draft[] {
  const joined: Draft[] = []
  let run: Draft[] = []
  const flush = () => {
    const [first] = run
    const last = run.at(-1)
    if (run.length < 4 || first === undefined || last === undefined) joined.push(...run)
    else joined.push({ ...first, text: run.map(({ text }) => text).join(''), end: last.end })
    run = []
  }
  for (const draft of drafts) {
    const isLetter = draft.text.length === 1 && !draft.isSingle
    if (run.length > 0 && (!isLetter || draft.before.length !== 1)) flush()
    if (isLetter) run.push(draft)
    else joined.push(draft)
  }
  flush()
  return joined
}

const isSpace = (between: string): boolean => between === '' || between === ' '

const endsSentence = (between: string): boolean =>
  !isSpace(between) && /[.!?…][^.]*\s|[。!?;]|\n\s*\n/.test(between.slice(0, 40))

function startsClause(between: string): boolean {
  if (isSpace(between)) return false
  const seen = between.slice(0, 40)
  return CLAUSE_MARK.test(seen) || /\.\s|\s-\s|(?:^|\s)["']$|\p{So}/u.test(seen)
}

const DIGIT_LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
}

function readingsOf({ text, isSingle }: Draft): string[] {
  if (isSingle || /^[a-z]+$/.test(text)) return [text]
  const look = latinLook(text)
  const readings = new Set([text, look])
  if (/[a-z]/.test(look) && /\d/.test(look)) {
    const letters = look.replace(/[034578]/g, (digit) => DIGIT_LETTERS[digit] ?? digit)
    readings.add(letters.replaceAll('1', 'i'))
    readings.add(letters.replaceAll('1', 'l'))
  }
  return [...readings]
}
