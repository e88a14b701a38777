import { hasUnspaced } from './segment-words.ts'
import { stopWordsOf } from './stop-words.ts'

const WORD = /[\p{L}\p{M}\p{N}]+(?:[._'-][\p{L}\p{M}\p{N}]+)*/gu
const MIN_PLURAL_CHARS = 4

/**
 * Returns the same key for questions that ask the same: `What is a cookie?` and `What are cookies?`. The key is the
 * first word, which asks, and the others without articles and the like, in any order and number.
 */
export function questionKey(question: string, language: string): string {
  const text = question
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/'s\b/gu, '')
    .replaceAll(ELISION, ' ')
    .replace(/^co to (?:jest|są) /u, 'czym jest ')
  const [release] = IS_NEW.test(text) ? (/\d+\.\d+/.exec(text) ?? []) : []
  if (release !== undefined) return `new ${release}`
  const plain = text.replaceAll(/[\s¿?？’']/gu, '')
  if (hasUnspaced(text)) return plain
  const [asks = ''] = text.match(WORD) ?? []
  const subject = subjectWords(text, language).map(withoutPlural)
  return subject.length === 0 ? plain : [asks, ...new Set(subject.toSorted())].join(' ')
}

/** Matches words with which a question goes on to ask for more. */
const AND_WHAT =
  /^(.{8,}?),? (?:and|und|et|y|e|en|och|i|oraz|ve) (?:(?:for|to|für|zu|pour|para|voor|för|dla) )?(?:who|what|why|when|where|which|how|is|are|do|does|can|wer|wen|wem|was|warum|wann|wo|welche\p{L}*|wie|wozu|wofür|ist|sind|gibt|qui|que|quoi|quel\p{L}*|pourquoi|quand|où|comment|qué|quién\p{L}*|por qué|cuándo|dónde|cuál\p{L}*|cómo|quem|o que|quando|onde|qual|quais|como|wie|wat|waarom|wanneer|waar|welke?|hoe|vem|vad|varför|när|var|vilk\p{L}*|hur|kto|co|dlaczego|kiedy|gdzie|jak\p{L}*|neden|ne|nasıl)(?![\p{L}]).*[?]$/iu

/**
 * Returns the keys of all that a question asks: `What is a tide, and how does it come about?` asks what a tide is, and
 * `What is Global Positioning (GPS)?` what GPS is.
 */
export function questionKeys(question: string, language: string): string[] {
  const [, first] = AND_WHAT.exec(question) ?? []
  const [aside, meant] = ASIDE.exec(question) ?? []
  const same = [
    ...(first === undefined ? [] : [`${first}?`]),
    ...(aside === undefined ? [] : [question.replace(aside, '')]),
    // The other name of a thing stands in brackets behind it.
    ...(meant === undefined ? [] : [`${question.split(' ', 1)[0]} ${meant}?`]),
  ]
  return [question, ...same].map((text) => questionKey(text, language))
}

const ASIDE = / ?[(（]([^()（）]{2,60})[)）]/u

/** Matches short words before a vowel, in French and Italian: `l'open data` and `qu'une marée`. */
const ELISION =
  /(?<![\p{L}\p{N}])(?:l|d|j|m|t|s|n|c|qu|jusqu|lorsqu|puisqu|un|all|dell|nell|sull)'(?=\p{L})/gu

/** True for a question that says what it is about, as `How to do?` does not. */
export const hasSubject = (question: string, language: string): boolean =>
  hasUnspaced(question) ||
  subjectWords(question.toLowerCase().replaceAll(/[’']s\b/gu, ''), language).length > 0

/**
 * The least number of words of a subject by which a question is whole by itself; one with fewer is whole if the page is
 * called so.
 */
const MIN_WORDS_ALONE = 2

/** True for a question that says what it is about in several words, or by one that a name of the page has. */
export function isSpecific(question: string, language: string, names: readonly string[]): boolean {
  if (hasUnspaced(question)) return true
  const subject = subjectWords(question.toLowerCase(), language).map(withoutPlural)
  if (new Set(subject).size >= MIN_WORDS_ALONE) return true
  const named = names.flatMap((name) => name.toLowerCase().match(WORD) ?? []).map(withoutPlural)
  return subject.some((word) => named.includes(word))
}

/** Matches words for new: the question what is new in a release is one question, with any name of the release. */
const IS_NEW = /\b(?:new|neu\p{L}*|nuev\p{L}+|nouveau\p{L}*|nov[io]\p{L}+|nieuw\p{L}*|nya)\b|新/u

/** Matches words that name nothing: of time and change, and a verb with its pronoun, as in `sert-il`. */
const NAMES_NOTHING =
  /^(?:next|new|now|then|changed|happen(?:s|ed)|exactly|really|actually|genau|wirklich|tatsächlich|vraiment|echt|werkelijk|naprawdę|verkligen|gerçekten|konkret|eigentlich|überhaupt|exactement|exactamente|realmente|exatamente|precies|eigenlijk|dokładnie|właściwie|egentligen|neu|nun|jetzt|nuevo|ahora|nouveau|maintenant|novo|agora|nieuw|nu|teraz|nytt|şimdi|\p{L}+-(?:t-)?(?:il|elle|ils|elles|on|ce|je|tu|nous|vous))$/u

/** True for a language that asks by the end of a word, so that two words are a question: `Gelgit nedir?`. */
export const asksByEnding = (language: string): boolean => /^(?:tr|ko)(?![a-z])/i.test(language)

function subjectWords(text: string, language: string): string[] {
  const stopWords = stopWordsOf(language)
  const [first = '', ...behind] = text.match(WORD) ?? []
  const words = asksByEnding(language) ? [first, ...behind] : behind
  return words.filter((word) => !stopWords.has(word) && !NAMES_NOTHING.test(word))
}

/**
 * Returns a word without the plural ending in `s`, which most languages of Western Europe have. More may be cut, since
 * both forms of a word are cut alike; a name in code has no plural.
 */
const withoutPlural = (word: string): string =>
  word.length < MIN_PLURAL_CHARS || /[^\p{L}]/u.test(word) ? word : word.replace(/e?s?$/u, '')
