import { innerStems } from './inner-words.ts'
import { contentWordRuns, questionWords, type QuestionWord } from './question-words.ts'

/** A few words that a question may be about. */
export interface Phrase {
  /** The stems of the phrase, by which it is recognised. */
  key: string
  /** The original spelling of the phrase: letters, digits, spaces, hyphens and apostrophes. */
  label: string
  /** The weight of the phrase, by how much it says alone: phrases of several words, and names, weigh more. */
  weight: number
  /** True for a phrase that joins a topic and begins none: half a name, a general word, no noun. */
  isWeak: boolean
  /** True for a noun phrase; other words never name a topic. */
  isNoun: boolean
  /** True for a word next to which no other word of a subject stands, so that it may be short for a compound. */
  isAlone: boolean
  /** The stems of the words of which a compound is made, as far as they may be subjects. */
  inner: readonly string[]
}

/** The most characters of a label. */
export const MAX_LABEL = 60

/**
 * Lists the phrases of a run of words: every word, every two neighbours, and every whole name; longer ones of the same
 * words come last.
 */
export function phrasesIn(
  words: readonly QuestionWord[],
  runs: readonly (readonly QuestionWord[])[],
  language: string,
): Phrase[] {
  const names = nameRuns(words)
  const parts = new Set(names.flat())
  const short = runs.flatMap((run) =>
    run.flatMap((word, start) => {
      const pair = run.slice(start, start + 2)
      return [
        {
          ...phraseOf([word], parts),
          isAlone: run.length === 1,
          inner: innerStems(word.text, language),
        },
        ...(pair.length === 2 ? [phraseOf(pair, parts)] : []),
      ]
    }),
  )
  return [...short, ...linkedNouns(words, language), ...names.map((name) => wholeName(name))]
}

/** Words between two nouns that make them one, where a language does not write them together: `bomba de calor`. */
const LINKS: Readonly<Record<string, ReadonlySet<string>>> = {
  fr: new Set(['de', 'd', 'à', 'en']),
  es: new Set(['de']),
  it: new Set(['di', 'a', 'da', 'd']),
  pt: new Set(['de']),
}

function linkedNouns(words: readonly QuestionWord[], language: string): Phrase[] {
  const links = LINKS[language]
  if (!links) return []
  return words.flatMap((link, at) => {
    const [first, second] = [words[at - 1], words[at + 1]]
    if (!links.has(link.text.toLowerCase()) || !first || !second) return []
    if (first.isStop || second.isStop || first.isVerb) return []
    const phrase = phraseOf([first, second], NO_NAMES)
    return [{ ...phrase, label: labelOf([first, link, second]) }]
  })
}

const NO_NAMES: ReadonlySet<QuestionWord> = new Set()

const LENGTH_WEIGHT = [0, 1, 1.7, 2.1, 2.4]
const NAME_WEIGHT = 1.6
const MIXED_SHARE = 0.6
const WEAK_SHARE = 0.5

/** The fields of a phrase of several words, which stands for no compound and is not split. */
const WITHIN = { isAlone: false, inner: [] } as const

function phraseOf(words: readonly QuestionWord[], inNames: ReadonlySet<QuestionWord>): Phrase {
  const names = words.filter(({ isName }) => isName).length
  // A name next to an ordinary word is rarely one phrase.
  const isWhole = names === words.length || names === 0
  const isNoun = words.every((word) => word.isNoun)
  const isWeak =
    words.every(({ isGeneral }) => isGeneral) || words.some((word) => inNames.has(word)) || !isNoun
  const weight =
    (LENGTH_WEIGHT[words.length] ?? 1) *
    (names === words.length ? NAME_WEIGHT : 1) *
    (isWhole ? 1 : MIXED_SHARE) *
    (isWeak ? WEAK_SHARE : 1)
  return { key: keyOf(words), label: labelOf(words), weight, isWeak, isNoun, ...WITHIN }
}

function wholeName(words: readonly QuestionWord[]): Phrase {
  const telling = words.filter(({ isStop }) => !isStop)
  const weight = (LENGTH_WEIGHT[telling.length] ?? 1) * NAME_WEIGHT
  return {
    key: keyOf(telling),
    label: labelOf(words),
    weight,
    isWeak: false,
    isNoun: true,
    ...WITHIN,
  }
}

const keyOf = (words: readonly QuestionWord[]): string => words.map((word) => word.stem).join(' ')

/** Matches the possessive ending of a word: `'s`, or an apostrophe alone. */
const POSSESSIVE = /['’]s?$/

/** Writes words as a label, without the possessive ending of the last one. */
const labelOf = (words: readonly QuestionWord[]): string => asWritten(words).replace(POSSESSIVE, '')

/** Writes words as they stand in their text, cut to the length of a label. */
export const asWritten = (words: readonly QuestionWord[]): string =>
  words
    .map(({ text, isAttached }, i) => (i > 0 && !isAttached ? ` ${text}` : text))
    .join('')
    .slice(0, MAX_LABEL)

/** Words that stand inside names: `Duke of Normandy`, `Ludwig von Nassau`. */
const JOINING = new Set('of de du des del da di do dos von van der den la le y e'.split(' '))
const MAX_NAMES = 4
/** The share of words with a capital above which capitals show no names, as in titles. */
const MOST = 0.6

/** Finds the names of several words, each whole, with the words that join their parts. */
function nameRuns(words: readonly QuestionWord[]): QuestionWord[][] {
  const capitals = words.filter(({ isName }) => isName).length
  if (words.length > MAX_NAMES && capitals > words.length * MOST) return []
  const runs: QuestionWord[][] = []
  for (let at = 0; at < words.length;) {
    const run = nameAt(words, at)
    at += Math.max(1, run.length)
    const parts = run.filter(({ isName }) => isName).length
    if (parts > 1 && parts <= MAX_NAMES && run.every(isShown)) runs.push(run)
  }
  return runs
}

const isShown = ({ isStop, isName }: QuestionWord): boolean => !isName || !isStop

function nameAt(words: readonly QuestionWord[], start: number): QuestionWord[] {
  if (words[start]?.isName !== true) return []
  let end = start + 1
  for (;;) {
    let next = end
    while (JOINING.has(words[next]?.text ?? '')) next += 1
    if (words[next]?.isName !== true) return words.slice(start, end)
    end = next + 1
  }
}

export interface QuestionPhrases {
  /** The phrases that the question may be about, in the order of the text. */
  phrases: readonly Phrase[]
  /** The pairs of neighbouring stems, by which near-duplicate questions are found. */
  bigrams: readonly string[]
  /** All stems of the question, by which the heading that fits best is found. */
  stems: ReadonlySet<string>
}

const MAX_PHRASES = 12

/** Reads a redacted question in a language. */
export function questionPhrases(text: string, language = 'en'): QuestionPhrases {
  const words = questionWords(text, language)
  const runs = contentWordRuns(words)
  const stems = words.filter(({ isStop }) => !isStop).map((word) => word.stem)
  const byKey = new Map(phrasesIn(words, runs, language).map((phrase) => [phrase.key, phrase]))
  return {
    phrases: weightiest([...byKey.values()]),
    bigrams: [...new Set(stems.slice(1).map((one, i) => `${stems[i]} ${one}`))],
    stems: new Set(stems),
  }
}

/** Returns the phrases that say most, in their order. */
function weightiest(phrases: readonly Phrase[]): readonly Phrase[] {
  if (phrases.length <= MAX_PHRASES) return phrases
  const kept = new Set(phrases.toSorted((a, b) => b.weight - a.weight).slice(0, MAX_PHRASES))
  return phrases.filter((phrase) => kept.has(phrase))
}
