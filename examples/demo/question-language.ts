/** Languages in which the demo's readers ask. */
export type QuestionLanguage = 'en' | 'de' | 'es' | 'ja'

const GERMAN_OPENING = /^(?:Ab|Brauche|Ist|Wann|Was|Welche[rs]?|Wie)\s/u

/**
 * Returns the language of a question from the demo site. @NOTE it knows the openings used by this site's questions, not
 * German as such.
 */
export function questionLanguage(question: string): QuestionLanguage {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(question)) return 'ja'
  if (question.startsWith('¿')) return 'es'
  if (GERMAN_OPENING.test(question)) return 'de'
  return 'en'
}
