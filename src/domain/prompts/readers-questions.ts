import { detectLanguage } from '../language/detect-language.ts'
import { cleanValue } from './clean-value.ts'
import { primaryLanguage } from './language-tag.ts'
import { isOneQuestion } from './question-shape.ts'

const MAX_CHARS = 140
/** Matches texts that only one reader means: the mask of a secret, an address, a user's name, a long number. */
const PERSONAL = /\[(?:email|ip|iban|token|card|phone)\]|:\/\/|www\.|@|\p{L}\.\p{L}{2,}\/|\d{5}/iu

/** True for a question of a reader in one line that others may ask too, in any language. */
export const isForOthers = (text: string): boolean =>
  text.length <= MAX_CHARS &&
  /[?？؟;\u037e]$/u.test(text) &&
  text === cleanValue(text, MAX_CHARS) &&
  !PERSONAL.test(text)

/** True for a question of readers that a page in a language offers to others. */
export const isForReadersOf = (language: string, text: string): boolean =>
  isForOthers(text) && isOneQuestion(text, language) && isIn(language, text)

/** True for a text unless it is surely in another language: a few words do not tell their language for sure. */
function isIn(language: string, text: string): boolean {
  const told = detectLanguage(text)
  return told === undefined || !told.isSure || primaryLanguage(told.language) === language
}
