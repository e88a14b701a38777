import { asWritten, type Phrase } from './phrases.ts'
import { contentWordRuns, questionWords, type QuestionWord } from './question-words.ts'

const MAX_CHARS = 300
const MAX_WORDS = 5

/** Matches what separates the name of a page from that of its section or site. */
const SEPARATOR = /\s+[|–—·•:»-]\s+|[|:：｜]\s*|,\s/u

/**
 * Finds what a page is about in its title: all of a short one, else the first words of it that stand together. A word of
 * any subject is taken where the title has no other; null where it has none at all.
 */
export function titleSubject(title: string): Phrase | null {
  const parts = title.slice(0, MAX_CHARS).split(SEPARATOR).map(questionWords)
  return subjectIn(parts.map(subjectWords)) ?? subjectIn(contentWordRuns(parts.flat()))
}

function subjectIn(parts: readonly (readonly QuestionWord[])[]): Phrase | null {
  for (const part of parts) {
    const words = part.slice(0, MAX_WORDS)
    const telling = words.filter(isTelling)
    if (telling.length === 0) continue
    const key = telling.map(({ stem }) => stem).join(' ')
    return { key, label: asWritten(words).trim(), weight: 1, isWeak: false, isAlone: true }
  }
  return null
}

/** A year or a word with a capital belongs to a title, whatever it means elsewhere. */
const YEAR = /^\d{4}$/
const isTelling = ({ isStop, isName, text }: QuestionWord): boolean =>
  !isStop || isName || YEAR.test(text)

function subjectWords(words: readonly QuestionWord[]): readonly QuestionWord[] {
  const first = words.findIndex(isTelling)
  const whole = first < 0 ? [] : words.slice(first, words.findLastIndex(isTelling) + 1)
  if (whole.length <= MAX_WORDS) return whole.length > 1 || whole.some(isSubject) ? whole : []
  const run = contentWordRuns(whole).find((one) => one.some(isSubject)) ?? []
  return run.slice(0, MAX_WORDS)
}

const isSubject = ({ isGeneral, isStop }: QuestionWord): boolean => !isGeneral && !isStop
