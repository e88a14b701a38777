import { classesAt, SINGLE, SPACE, widthAt, WORD } from './char-classes.ts'
import { KnownValues } from './known-values.ts'
import type { FoldedText } from './fold-text.ts'
import type { Span } from './span.ts'

/** A word of the folded text; in Chinese and Japanese, one character. */
export interface WordToken {
  readonly text: string
  /** The place in the original, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** The position of the word in the text. It grows by one for each word, and by several where a sentence ends. */
  readonly place: number
  /** True when punctuation or a line break stands before the word, so that a command may begin with it. */
  readonly startsClause: boolean
}

/**
 * The kind of an entity: the site itself, another host, a name, a possible name, or any other value. No word contains
 * an `@`.
 */
export type EntityTag = '@site' | '@host' | '@name' | '@start' | '@value'

/** A part of a folded text that counts as one word: an address or a placeholder. */
export interface EntitySpan extends Span {
  readonly tag: EntityTag
}

/** The number of words that the end of a sentence counts for in the distance between two words. */
const SENTENCE_DISTANCE = 4
/** The fewest words of a sentence. Full stops after one or two words separate nothing: they are obfuscation. */
const MIN_SENTENCE_WORDS = 3
/** The fewest letters, written one by one, that form a word. */
const MIN_SPELLED = 4

interface WordDraft {
  text: string
  start: number
  end: number
  /** The characters between the word before and this one. */
  before: string
  isSingle: boolean
  place: number
  startsClause: boolean
}

/**
 * Splits a folded text into words. With `joinsMarks`, marks inside a word (`re-mem.ber`, `rem(em)ber`) do not split it.
 * Entities must come in the order of the text and not overlap.
 */
export function readWords(
  folded: FoldedText,
  joinsMarks: boolean,
  entities: readonly EntitySpan[] = [],
): readonly WordToken[] {
  const drafts = joinSpelledLetters(splitWords(folded, joinsMarks, entities))
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

/** True when marks stand inside a word, so that reading the text with `joinsMarks` gives other words. */
export function hasInnerMarks({ text }: FoldedText, entities: readonly EntitySpan[] = []): boolean {
  let at = 0
  for (const { start, end } of [...entities, { start: text.length, end: text.length }]) {
    while (at < start) {
      const kind = classesAt(text, at)
      if (!isWordOrSingle(kind) || (kind & SINGLE) !== 0) {
        at += widthAt(text, at)
        continue
      }
      at = endOfWord(text, at)
      if (endOfInnerMarks(text, at, start) > at) return true
    }
    at = Math.max(at, end)
  }
  return false
}

function splitWords(
  folded: FoldedText,
  joinsMarks: boolean,
  entities: readonly EntitySpan[],
): WordDraft[] {
  const { text } = folded
  const drafts: WordDraft[] = []
  let nextEntity = 0
  let gap = 0
  for (let at = 0; at < text.length;) {
    const entity = entities[nextEntity]
    const isEntity = entity !== undefined && at >= entity.start
    const kind = classesAt(text, at)
    if (!isEntity && !isWordOrSingle(kind)) {
      at += widthAt(text, at)
      continue
    }
    const before = gap === at ? '' : text.slice(gap, at)
    if (isEntity) {
      nextEntity += 1
      gap = Math.max(at + 1, entity.end)
      drafts.push(draftOf(folded, { text: entity.tag, start: at, end: gap, before }))
    } else {
      const limit = entity?.start ?? text.length
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

interface WordPart extends Span {
  readonly text: string
  readonly before: string
}

const draftOf = (
  { starts, ends }: FoldedText,
  { text, start, end, before }: WordPart,
): WordDraft => ({
  text,
  start: starts[start] ?? 0,
  end: ends[end - 1] ?? 0,
  before,
  isSingle: false,
  place: 0,
  startsClause: false,
})

/**
 * Reads the word of several characters that begins here, with the parts that marks join to it. Returns an empty word
 * where a single character stands.
 */
function wordAt(
  text: string,
  start: number,
  limit: number,
  joinsMarks: boolean,
): { text: string; chars: number } {
  let end = endOfWord(text, start)
  let word = text.slice(start, end)
  if (!joinsMarks) return { text: word, chars: end - start }
  for (
    let next = endOfInnerMarks(text, end, limit);
    next > end;
    next = endOfInnerMarks(text, end, limit)
  ) {
    end = endOfWord(text, next)
    word += text.slice(next, end)
  }
  return { text: word, chars: end - start }
}

/** Returns the end of the word of several characters that begins here; `start` itself where no such word begins. */
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

/** The most marks, without a space, that may split a word. */
const MAX_INNER_MARKS = 6

/**
 * Returns the offset where the word continues after the marks that begin here; `start` when it does not continue, or
 * not before `limit`.
 */
function endOfInnerMarks(text: string, start: number, limit: number): number {
  let at = start
  while (at < limit && at - start <= MAX_INNER_MARKS) {
    const kind = classesAt(text, at)
    if ((kind & WORD) !== 0) return (kind & SINGLE) === 0 ? at : start
    if ((kind & (SPACE | SINGLE)) !== 0) return start
    at += widthAt(text, at)
  }
  return start
}

/** Joins letters that are written one by one (`r e m e m b e r`) into words. */
function joinSpelledLetters(drafts: WordDraft[]): WordDraft[] {
  let run = 0
  const joined: WordDraft[] = []
  for (const [i, draft] of drafts.entries()) {
    const isLetter = draft.text.length === 1 && !draft.isSingle
    if (!isLetter || (run > 0 && draft.before.length !== 1)) {
      mergeLetters(joined, run)
      run = 0
    }
    joined.push(draft)
    if (isLetter) run += 1
    if (i === drafts.length - 1) mergeLetters(joined, run)
  }
  return joined
}

/** Merges the last `count` letters into one word, if they are enough for a word. */
function mergeLetters(drafts: WordDraft[], count: number): void {
  if (count < MIN_SPELLED) return
  const letters = drafts.splice(drafts.length - count)
  const [first] = letters
  const last = letters.at(-1)
  if (first === undefined || last === undefined) return
  drafts.push({ ...first, text: letters.map(({ text }) => text).join(''), end: last.end })
}

/** The bit of `boundaryOf` for the end of a sentence between two words. */
const NEW_SENTENCE = 1
/** The bit of `boundaryOf` for a place where a command may begin. */
const NEW_CLAUSE = 2

const CLAUSE_MARK = /[,;:!?…–—([“«‘„「『、。•·*#>|¿¡\n]/
const CLAUSE_BREAK = /\.\s|\s-\s|\s["']$|\p{So}/u
const SENTENCE_END = /[.!?…][^.]*\s|[。!?;]|\n\s*\n/
/** The most characters after a word that are looked at. */
const MAX_CHARS = 40
const MAX_KNOWN = 1_000
const MAX_KNOWN_CHARS = 4

const known = new KnownValues<number>(MAX_KNOWN)

/** Returns as bits whether the characters between two words of a folded text end a sentence or a clause. */
function boundaryOf(between: string): number {
  if (between === '' || between === ' ') return 0
  // Most separators are one of a few dozen short ones, so those are cached.
  if (between.length > MAX_KNOWN_CHARS) return classifyBoundary(between.slice(0, MAX_CHARS))
  return known.getOrMake(between, classifyBoundary)
}

function classifyBoundary(between: string): number {
  const isClause = CLAUSE_MARK.test(between) || CLAUSE_BREAK.test(between)
  return (SENTENCE_END.test(between) ? NEW_SENTENCE : 0) | (isClause ? NEW_CLAUSE : 0)
}
