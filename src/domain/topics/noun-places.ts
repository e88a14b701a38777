import { hasClasses, wordClass, type WordClass } from './closed-classes.ts'
import { stem } from './stem.ts'
import { isSeveralWords } from './unspaced-words.ts'
import { isAuxiliary, isLikeInfinitive, isLikeLastInfinitive, isPronoun } from './verbs.ts'

/** A word of a text with the facts that are read of it before its place in the sentence is known. */
interface ReadWord {
  text: string
  isStop: boolean
  isVerb: boolean
}

/** A run of words of subjects that stand together. */
interface Run {
  start: number
  end: number
  /**
   * The place of the word before the run, or before a number or an adjective in front of it; -1 at the start of the
   * text.
   */
  before: number
}

interface Sentence {
  words: readonly ReadWord[]
  classes: readonly WordClass[]
  language: string
  /** True for words that are put side by side, as people type them into a search. */
  isBare: boolean
}

/**
 * Finds the places of words in noun phrases, by the words of closed classes around them: words behind an article, a
 * preposition or a known verb, and the subject of a question with its predicate. German writes its nouns with capitals.
 * A word without such a sign, such as a verb or an adjective, is left out.
 */
export function nounPlaces(words: readonly ReadWord[], language: string): ReadonlySet<number> {
  const classes = words.map(({ text }) => wordClass(text.toLowerCase(), language))
  const isBare = classes.every((one) => SIDE_BY_SIDE.has(one))
  const sentence = { words, classes, language, isBare }
  const runs = contentRuns(sentence)
  const predicate = predicateAmong(runs, sentence)
  const nouns = new Set<number>()
  for (const run of runs) {
    const end = isNounPhrase(run, sentence) ? endOf(run, sentence, predicate) : run.start
    for (let at = run.start; at < run.end; at++) {
      if (isNoun(at, sentence, at < end)) nouns.add(at)
    }
  }
  return nouns
}

const SIDE_BY_SIDE: ReadonlySet<WordClass> = new Set(['none', 'article', 'preposition', 'joins'])
const CAPITAL = /^\p{Lu}/u
/** Languages of other scripts than Latin, in which Latin letters write names. */
const NOT_LATIN: ReadonlySet<string> = new Set(['ja', 'zh', 'ko', 'ru'])
const LATIN = /^\p{Script=Latin}/u

/**
 * True for a noun. German capitals are those of nouns, others those of names; the first word of a sentence always has
 * one.
 */
function isNoun(at: number, sentence: Sentence, isInPhrase: boolean): boolean {
  const { words, language } = sentence
  const text = words[at]?.text ?? ''
  if (NOT_LATIN.has(language) && LATIN.test(text)) return true
  // Particles of Korean follow nouns.
  if (language === 'ko') return stem(text, 'ko') !== text
  if (at > 0 && CAPITAL.test(text)) return true
  return isInPhrase && (language !== 'de' || isBareGerman(text, sentence))
}

const isBareGerman = (text: string, { words, isBare }: Sentence): boolean =>
  isBare && (CAPITAL.test(text) || !words.some((word) => CAPITAL.test(word.text)))

function contentRuns({ words, classes }: Sentence): Run[] {
  const runs: Run[] = []
  let start = 0
  for (let at = 0; at <= words.length; at++) {
    const word = words[at]
    if (word && !word.isStop && !word.isVerb) continue
    if (at > start) {
      const before = start - 1
      runs.push({
        start,
        end: at,
        before: isPassedOver(before, words, classes) ? before - 1 : before,
      })
    }
    start = at + 1
  }
  return runs
}

const isPassedOver = (
  at: number,
  words: Sentence['words'],
  classes: Sentence['classes'],
): boolean => classes[at] === 'none' && words[at]?.isStop === true && !words[at].isVerb

/** Chinese words that stand before a verb. */
const BEFORE_VERBS: ReadonlySet<string> = new Set(
  '如何 怎么 怎样 怎樣 怎麼 可以 能 能否 应该 應該 必须 必須 需要'.split(' '),
)

function isNounPhrase(run: Run, sentence: Sentence): boolean {
  const { words, language, isBare } = sentence
  const { start, before } = run
  if (isSeveralWords(lowerAt(words, start))) return !BEFORE_VERBS.has(lowerAt(words, start - 1))
  if (!hasClasses(language)) return false
  return isBare || words[before]?.isVerb === true || isOpened(run, sentence)
}

/** True where the word before a run opens a noun phrase. */
function isOpened(run: Run, sentence: Sentence): boolean {
  const { classes, language } = sentence
  switch (classes[run.before]) {
    case 'article':
    case 'preposition':
      return true
    case 'is':
      // `What is …` and `Are …` ask for what comes next; `it is …` tells what it is like.
      return isAskedWith(run.before, sentence)
    case 'asks':
      return isAskedAbout(run, sentence)
    case 'clause':
      return isSubject(run, sentence)
    default:
      // In Turkish the words that ask stand behind the subject.
      return language === 'tr' && run.before < 0 && classes[run.end] === 'asks'
  }
}

/** True for a verb at a place that begins a question, or stands behind its question word: `How long does …`. */
function isAskedWith(verb: number, { classes }: Sentence): boolean {
  let at = verb - 1
  while (at >= 0 && classes[at] === 'none') at -= 1
  return at < 0 || classes[at] === 'asks'
}

/**
 * True for an English run behind a question word that it is about: `Why tides?` says nothing else, and `What size fits
 * …` asks which. Other languages put their verb there.
 */
function isAskedAbout({ before, end }: Run, { words, classes, language }: Sentence): boolean {
  if (language !== 'en') return false
  if (before === 0 && end === words.length) return true
  if (lowerAt(words, before) !== 'what') return false
  return classes[end] === 'clause' || classes[end] === 'is' || lowerAt(words, end) === 'of'
}

/** True for a run that is the subject of a question: `Do tides …`, `is there …`; in Dutch `kan ik … huren`. */
function isSubject({ before, end }: Run, sentence: Sentence): boolean {
  const { words, classes, language } = sentence
  const text = lowerAt(words, before)
  if (language === 'nl') return words[end]?.isVerb === true
  if (language !== 'en') return false
  if (text === 'there') return classes[before - 1] === 'is'
  if (isAuxiliary(text)) return isAskedWith(before, sentence)
  // `Who makes tide tables?`, `How many tides …`
  return classes[before - 1] === 'asks' && !isPronoun(text) && classes[end] !== 'is'
}

const lowerAt = (words: readonly ReadWord[], at: number): string =>
  words[at]?.text.toLowerCase() ?? ''

/**
 * Returns the end of a run without its last word, or words, where these are a verb or an adjective of the predicate.
 */
function endOf(run: Run, sentence: Sentence, predicate: Run | undefined): number {
  // `Vale la pena`, `Rent a kayak`: the verb stands before the article.
  if (sentence.isBare && run.start === 0 && sentence.classes[run.end] === 'article') {
    return run.end - 1
  }
  if (run.end - run.start < 2) return run.end
  if (sentence.isBare || sentence.language === 'de') return bareEnd(run, sentence)
  const isRomance = ROMANCE.has(sentence.language)
  if (run !== predicate && !endsInVerb(run, sentence)) {
    return isRomance ? infinitiveIn(run, sentence) : run.end
  }
  // Adjectives stand behind nouns there, and verbs need not be the last word.
  return isRomance ? run.start + 1 : run.end - 1
}

/** Returns the end of a run without a verb as its last word, where nothing else tells: `heizung entlüften`. */
function bareEnd({ end }: Run, { words, language }: Sentence): number {
  const isVerb = end === words.length && isLikeLastInfinitive(lowerAt(words, end - 1), language)
  const isNounOfGerman = language === 'de' && CAPITAL.test(words[end - 1]?.text ?? '')
  return isVerb && !isNounOfGerman ? end - 1 : end
}

/**
 * Returns the place of the first word behind the noun with the ending of an infinitive; without one, the end of the
 * run.
 */
function infinitiveIn({ start, end }: Run, { words }: Sentence): number {
  const at = words.slice(start + 1, end).findIndex(({ text }) => isLikeInfinitive(text))
  return at < 0 ? end : start + 1 + at
}

const ROMANCE: ReadonlySet<string> = new Set(['fr', 'es', 'it', 'pt', 'ca', 'gl', 'ro'])

/** True for the subject of a clause with no verb behind it, so that the last word of the run is the verb. */
function endsInVerb({ end, before }: Run, { words, classes }: Sentence): boolean {
  const next = words[end]
  if (next && (next.isVerb || isVerbal(classes[end], next))) return false
  const opener = lowerAt(words, before)
  if (isAuxiliary(opener)) return true
  if (classes[before] !== 'article') return false
  const isClause = classes[before - 1] === 'asks' || isAuxiliary(lowerAt(words, before - 1))
  return isClause || (before === 0 && next === undefined)
}

/** True for a stop word that is no pronoun and no conjunction: it is a verb or an adjective of the predicate. */
const isVerbal = (kind: WordClass | undefined, { text }: ReadWord): boolean =>
  kind === 'none' || kind === 'is' || (kind === 'clause' && !isPronoun(text.toLowerCase()))

/**
 * Finds the run that ends in the predicate that a question asks about: `dangerous` in `Are tides (of a bay)
 * dangerous?`.
 */
function predicateAmong(runs: readonly Run[], { words, classes }: Sentence): Run | undefined {
  if (classes[0] !== 'is' || lowerAt(words, 1) === 'there') return undefined
  for (const run of runs.toReversed()) {
    const isEnd = run.end === words.length || classes[run.end] === 'preposition'
    if (run.end - run.start > 1) return isEnd ? run : undefined
    if (classes[run.before] !== 'preposition' && classes[run.before] !== 'article') return undefined
  }
  return undefined
}
