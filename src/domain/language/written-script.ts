interface Script {
  letter: RegExp
  /** The language that alone is told by the script; undefined where words decide. */
  language: string | undefined
}

interface WrittenScript extends Script {
  isSure: boolean
}

const scriptOf = (name: string, language?: string): Script => ({
  letter: new RegExp(`\\p{Script=${name}}`, 'u'),
  language,
})

/** Scripts besides those of Chinese and Japanese. */
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

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu
const HAN = /\p{Script=Han}/gu
const OTHER_LETTER = /(?![\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}])\p{L}/gu
/** Characters that only one of the two forms of Chinese has, among the commonest. */
const TRADITIONAL = /[這國們來說對時會學為個還沒過動與後開點進樣發關經實長見現當]/gu
const SIMPLIFIED = /[这国们来说对时会学为个还没过动与后开点进样发关经实长见现当]/gu

/** A syllable or a word stands in one of these, where others need several letters. */
const LETTERS_A_SIGN = 3
/** Share of kana in Japanese: even a title full of Chinese characters has some. */
const KANA_SHARE = 0.06
/** Letters with which a text tells its script for sure. */
const SURE_LETTERS = 60

/** The script that most of a text is written in; undefined for one without letters. */
export function writtenScript(text: string): WrittenScript | undefined {
  const kana = text.match(KANA)?.length ?? 0
  const han = text.match(HAN)?.length ?? 0
  const others = text.match(OTHER_LETTER) ?? []
  const east = (kana + han) * LETTERS_A_SIGN
  const isSure = Math.max(east, others.length) >= SURE_LETTERS
  if (east > others.length) {
    const language = kana >= (kana + han) * KANA_SHARE ? 'ja' : chineseOf(text)
    return { letter: HAN, language, isSure }
  }
  const counted = SCRIPTS.map((script) => ({ script, letters: lettersIn(others, script.letter) }))
  const [most] = counted.toSorted((a, b) => b.letters - a.letters)
  return most === undefined || most.letters === 0 ? undefined : { ...most.script, isSure }
}

const MAX_LETTERS = 1_500

/** Counts letters of a script among the first. */
const lettersIn = (letters: readonly string[], letter: RegExp): number =>
  letters.slice(0, MAX_LETTERS).filter((one) => letter.test(one)).length

const chineseOf = (text: string): string =>
  (text.match(TRADITIONAL)?.length ?? 0) > (text.match(SIMPLIFIED)?.length ?? 0) ? 'zh-Hant' : 'zh'
