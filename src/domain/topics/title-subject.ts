import { wordClass, type WordClass } from './closed-classes.ts'
import { asWritten, MAX_LABEL, type Phrase } from './phrases.ts'
import { contentWordRuns, questionWords, type QuestionWord } from './question-words.ts'

const MAX_CHARS = 300
const MAX_WORDS = 7
const MAX_NOUNS = 3

/** Matches the separators between the name of a page and that of its section or site. */
const SEPARATOR = /\s+[|–—·•:»-]\s+|[|:：｜]\s*|,\s/u

/**
 * Finds the subject of a page in its title: the whole title where that is a phrase of a few words, else its first noun
 * phrase with a word of a subject, else any word of a subject; null without one.
 */
export function titleSubject(title: string, language = 'en'): Phrase | null {
  const parts = title
    .slice(0, MAX_CHARS)
    .split(SEPARATOR)
    .map((part) => questionWords(part, language))
  return (
    subjectIn(parts.map((part) => wholePhrase(part, language))) ??
    subjectIn(parts.flatMap(nounPhrases))
  )
}

function subjectIn(parts: readonly (readonly QuestionWord[])[]): Phrase | null {
  for (const words of parts) {
    const telling = words.filter(isTelling)
    if (telling.length === 0) continue
    const key = telling.map(({ stem }) => stem).join(' ')
    const label = asWritten(words).trim()
    return { key, label, weight: 1, isWeak: false, isNoun: true, isAlone: true, inner: [] }
  }
  return null
}

/** Matches a year, which belongs to a title, as a word with a capital does, even if it is a stop word elsewhere. */
const YEAR = /^\d{4}$/
const isTelling = ({ isStop, isName, text }: QuestionWord): boolean =>
  !isStop || isName || YEAR.test(text)

/** Returns the words of a short title behind its article; an empty list where it is a sentence or names no subject. */
function wholePhrase(words: readonly QuestionWord[], language: string): readonly QuestionWord[] {
  const classes = words.map(({ text }) => wordClass(text.toLowerCase(), language))
  const first = classes.findIndex((one) => one !== 'article')
  if (first < 0 || classes.some((one) => CLAUSES.has(one)) || words.some(({ isVerb }) => isVerb))
    return []
  const whole = words.slice(first)
  const isShort = whole.length <= MAX_WORDS && asWritten(whole).length < MAX_LABEL
  return isShort && (whole.length > 1 || whole.some(isSubject)) ? whole : []
}

const CLAUSES: ReadonlySet<WordClass> = new Set(['asks', 'clause', 'is'])

/** Lists the words that stand together in noun phrases, those of a subject first. */
function nounPhrases(words: readonly QuestionWord[]): readonly (readonly QuestionWord[])[] {
  const runs = contentWordRuns(words)
    .map((run) => run.filter(({ isNoun }) => isNoun).slice(0, MAX_NOUNS))
    .filter((run) => run.length > 0)
  return [...runs.filter((run) => run.some(isSubject)), ...runs]
}

const isSubject = ({ isGeneral, isStop }: QuestionWord): boolean => !isGeneral && !isStop
