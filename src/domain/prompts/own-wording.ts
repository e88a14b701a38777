import type { QuestionForms } from './question-templates/question-forms.ts'
import { hasSubject } from './question-key.ts'
import { filledQuestion } from './read-as-question.ts'

/** A label before a question: `Plan: which degrees of openness are there?`. */
const LABELLED = /^[^:：?？]{2,40}? ?[:：] ?([^:：]{10,}[?？])$/u
/** What hangs on the sentence before: `When should I use it, then?`. */
const HANGING = /, ?(?:then|though|alors|donc|entonces|pues|então|denn|dan|więc|då)(?= ?[?？]$)/iu

/** A question that the page asks, as it stands alone: without what leads to it, and as a sentence. */
export function ownWording(text: string, { own = [] }: QuestionForms, language: string): string {
  if (!/[?？]$/u.test(text)) return text
  const [, asked = ''] = LABELLED.exec(text) ?? []
  const isAlone = asked !== '' && hasSubject(asked, language)
  const alone = (isAlone ? asked.charAt(0).toUpperCase() + asked.slice(1) : text).replace(
    HANGING,
    '',
  )
  for (const [pattern, question] of own) {
    const match = pattern.exec(alone)
    if (match !== null) return filledQuestion(question, [...match])
  }
  return alone
}
