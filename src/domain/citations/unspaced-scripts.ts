/** A character class of scripts that write words without blanks between them, or with their endings attached. */
export const UNSPACED_SCRIPTS =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]'

const ONE_CHARACTER = new RegExp(`^${UNSPACED_SCRIPTS}$`, 'u')

/** True for a single character that stands in many words, so that no text tells whether it is a name. */
export const isPartOfWords = (name: string): boolean => ONE_CHARACTER.test(name)
