import type { LanguageRules } from '../language-rules.ts'
import { GERMAN } from './de.ts'
import { ENGLISH } from './en.ts'
import { SPANISH } from './es.ts'
import { FRENCH } from './fr.ts'
import { ITALIAN } from './it.ts'
import { JAPANESE } from './ja.ts'
import { PORTUGUESE } from './pt.ts'
import { CHINESE } from './zh.ts'

/** Every language of the rules; each text is matched against all of them at once. */
export const LANGUAGES: readonly LanguageRules[] = [
  ENGLISH,
  SPANISH,
  FRENCH,
  GERMAN,
  ITALIAN,
  PORTUGUESE,
  JAPANESE,
  CHINESE,
]
