import { LANGUAGES_BY_LETTER, LANGUAGES_BY_WORD } from './function-words.ts'
import { isAscii } from '../../lib/text/is-ascii.ts'
import { writtenScript } from './written-script.ts'

/** The language that a text is written in. */
export interface DetectedLanguage {
  /** The tag of the language (BCP 47), mostly of two letters. */
  language: string
  /** True where the language is sure: the text is long enough, and has clearly less of any other language. */
  isSure: boolean
}

/**
 * The most characters of a text that are searched for prose, and the most of that prose that are read; a language shows
 * itself in a tenth.
 */
const MAX_CHARS = 3_000
const MAX_PROSE = 1_600
/** The least number of small words by which the language of a text can be found. */
const LEAST_WORDS = 2
/**
 * The number of small words that makes a language sure, with the least lead over the next language: fewer words need a
 * larger lead.
 */
const SURE = [
  { words: 8, lead: 1.2 },
  { words: 5, lead: 2 },
]
/**
 * The least share of small words of the language among all words for it to be sure; running text has from a seventh to
 * a half.
 */
const SURE_SHARE = 0.12
const LEAST_SHARE = 0.06
/** The least ratio of a language's votes to those of the next one. */
const LEAST_LEAD = 1.1
/** The weight of a word with a letter that is peculiar to a language, where a small word has the weight 1. */
const LETTER_WEIGHT = 0.5
const BETWEEN_WORDS = /[^\p{L}\p{M}]+/u
const BETWEEN_ASCII_WORDS = /[^a-z]+/
const ASCII_WORD = /^[a-z]+$/

/**
 * Tells the language of a text by its script, and by its commonest small words where several languages share one. Lines
 * that are code are left out. Linear, and the same for the same text; undefined where nothing speaks for one language.
 */
export function detectLanguage(text: string): DetectedLanguage | undefined {
  const prose = proseOf(text)
  const script = writtenScript(prose)
  if (script === undefined) return undefined
  if (script.language !== undefined) return { language: script.language, isSure: script.isSure }
  const told = languageOfWords(prose, script.letter)
  if (told?.isSure || script.beside === undefined) return told
  // Commands and terms are no prose: the sentences between them are.
  return { language: script.beside, isSure: true }
}

function languageOfWords(prose: string, letter: RegExp): DetectedLanguage | undefined {
  const votes = new Votes()
  const text = prose.toLowerCase()
  const isAsciiText = isAscii(text)
  for (const word of text.split(isAsciiText ? BETWEEN_ASCII_WORDS : BETWEEN_WORDS)) {
    // Names and terms of another script are no words of this language.
    if (word !== '' && (isAsciiText || letter.test(word))) votes.count(word)
  }
  return votes.result()
}

class Votes {
  readonly #scores = new Map<string, number>()
  readonly #words = new Map<string, number>()
  #total = 0

  count(word: string): void {
    this.#total += 1
    const languages = LANGUAGES_BY_WORD.get(word)
    if (languages) {
      for (const language of languages) this.#add(language, 1 / languages.length)
      return
    }
    // No letter of ASCII is peculiar to a language.
    if (ASCII_WORD.test(word)) return
    for (const letter of word) {
      const users = LANGUAGES_BY_LETTER.get(letter)
      if (!users) continue
      for (const language of users) this.#add(language, LETTER_WEIGHT / users.length)
      return
    }
  }

  result(): DetectedLanguage | undefined {
    const ranked = [...this.#scores].toSorted(([, a], [, b]) => b - a)
    const [[language, best] = ['', 0], [, next] = ['', 0]] = ranked
    const words = this.#words.get(language) ?? 0
    const share = words / this.#total
    if (words < LEAST_WORDS || share < LEAST_SHARE || best < next * LEAST_LEAD) return undefined
    const isPlain = SURE.some((sure) => words >= sure.words && best >= next * sure.lead)
    return { language, isSure: isPlain && share >= SURE_SHARE }
  }

  #add(language: string, weight: number): void {
    this.#scores.set(language, (this.#scores.get(language) ?? 0) + weight)
    this.#words.set(language, (this.#words.get(language) ?? 0) + 1)
  }
}

/** Matches characters that code and addresses have many of. */
const SIGNS = /[{}()[\]<>=;:/\\|&$#@*_+~^`"%]/g
const MAX_SIGN_SHARE = 0.1
const ADDRESS = /^https?:\/\/\S+$/

/** Returns the beginning of a text without the lines that are code or addresses. */
function proseOf(text: string): string {
  return text
    .slice(0, MAX_CHARS)
    .split('\n')
    .filter(
      (line) =>
        (line.match(SIGNS)?.length ?? 0) <= line.length * MAX_SIGN_SHARE && !ADDRESS.test(line),
    )
    .join('\n')
    .slice(0, MAX_PROSE)
}
