import { countAsciiLetters } from '../../lib/text/count-ascii-letters.ts'
import { isAscii } from '../../lib/text/is-ascii.ts'

interface Script {
  letter: RegExp
  /** The language that the script alone shows; undefined where words decide. */
  language: string | undefined
}

interface WrittenScript extends Script {
  isSure: boolean
  /**
   * The language of a script that stands next to Latin letters, where that script is a good part of the text and shows
   * the language alone.
   */
  beside?: string | undefined
}

const scriptOf = (name: string, language?: string): Script => ({
  letter: new RegExp(`\\p{Script=${name}}`, 'u'),
  language,
})

/** The scripts other than those of Chinese and Japanese; Latin stands first. */
const SCRIPTS: readonly Script[] = [
  scriptOf('Latin'),
  scriptOf('Cyrillic'),
  scriptOf('Arabic'),
  scriptOf('Devanagari'),
  scriptOf('Greek', 'el'),
  scriptOf('Hebrew', 'he'),
  scriptOf('Hangul', 'ko'),
  scriptOf('Thai', 'th'),
  scriptOf('Bengali', 'bn'),
  scriptOf('Tamil', 'ta'),
  scriptOf('Telugu', 'te'),
  scriptOf('Kannada', 'kn'),
  scriptOf('Malayalam', 'ml'),
  scriptOf('Gujarati', 'gu'),
  scriptOf('Gurmukhi', 'pa'),
  scriptOf('Sinhala', 'si'),
  scriptOf('Georgian', 'ka'),
  scriptOf('Armenian', 'hy'),
  scriptOf('Ethiopic', 'am'),
  scriptOf('Khmer', 'km'),
  scriptOf('Lao', 'lo'),
  scriptOf('Myanmar', 'my'),
]

/**
 * Runs of characters beyond ASCII. Letters beyond ASCII are looked for in these alone, since many texts have a few
 * signs that are not ASCII.
 */
const OTHER_RUN = /[^\0-\x7F]+/g
const LETTER = /\p{L}/gu
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const HAN = /\p{Script=Han}/u
/**
 * Matches common characters that only the traditional form of Chinese has; `SIMPLIFIED` has those of the other form.
 */
const TRADITIONAL = /[這國們來說對時會學為個還沒過動與後開點進樣發關經實長見現當]/gu
const SIMPLIFIED = /[这国们来说对时会学为个还没过动与后开点进样发关经实长见现当]/gu

/**
 * The letters for which a Chinese or Japanese character counts, since it is a syllable or a word where other scripts
 * need several letters.
 */
const LETTERS_A_SIGN = 3
/**
 * The letters for which a sign of Hangul, a syllable, counts: Korean about software is half English terms by letters,
 * and is Korean all the same.
 */
const LETTERS_A_SYLLABLE = 2
/**
 * The least share of kana among the characters of a Japanese text: even a title full of Chinese characters has some.
 */
const KANA_SHARE = 0.06
/** The number of letters from which on the script of a text is sure. */
const SURE_LETTERS = 60
/**
 * The least share of a text that is in another script than its terms and code, for that script to show its language.
 */
const BESIDE_SHARE = 0.2

/** The most letters beyond ASCII that are looked at; those at the beginning stand for all. */
const MAX_LETTERS = 600

/** Finds the script in which most of a text is written; undefined for one without letters. */
export function writtenScript(text: string): WrittenScript | undefined {
  const ascii = countAsciiLetters(text)
  const others = isAscii(text) ? [] : (text.match(OTHER_RUN) ?? [])
  const found = others.flatMap((run) => run.match(LETTER) ?? [])
  const letters = found.slice(0, MAX_LETTERS)
  // The first letters stand for all of them.
  const each = letters.length === 0 ? 0 : found.length / letters.length
  const count = (letter: RegExp): number => letters.filter((one) => letter.test(one)).length * each
  const kana = count(KANA)
  const han = count(HAN)
  const east = (kana + han) * LETTERS_A_SIGN
  const west = ascii + found.length - kana - han
  const isSure = Math.max(east, west) >= SURE_LETTERS
  if (east > west) {
    const language = kana >= (kana + han) * KANA_SHARE ? 'ja' : chineseOf(text)
    return { letter: HAN, language, isSure }
  }
  const script = mostUsed(ascii, count)
  const beside = (): string | undefined => {
    if (east >= Math.max(west * BESIDE_SHARE, SURE_LETTERS))
      return kana >= (kana + han) * KANA_SHARE ? 'ja' : chineseOf(text)
    return languageBeside(west, count)
  }
  return script && { ...script, isSure, ...(script.language === undefined && { beside: beside() }) }
}

function languageBeside(letters: number, count: (letter: RegExp) => number): string | undefined {
  const least = Math.max(letters * BESIDE_SHARE, SURE_LETTERS)
  return SCRIPTS.find(
    ({ letter, language }) =>
      language !== undefined && count(letter) * signWeight(language) >= least,
  )?.language
}

const signWeight = (language: string | undefined): number =>
  language === 'ko' ? LETTERS_A_SYLLABLE : 1

function mostUsed(ascii: number, count: (letter: RegExp) => number): Script | undefined {
  let most = { script: undefined as Script | undefined, letters: 0 }
  for (const [at, script] of SCRIPTS.entries()) {
    const signs = count(script.letter) * signWeight(script.language)
    // Letters of ASCII are Latin, the first of the scripts.
    const letters = signs + (at === 0 ? ascii : 0)
    if (letters > most.letters) most = { script, letters }
  }
  return most.script
}

const chineseOf = (text: string): string =>
  (text.match(TRADITIONAL)?.length ?? 0) > (text.match(SIMPLIFIED)?.length ?? 0) ? 'zh-Hant' : 'zh'
