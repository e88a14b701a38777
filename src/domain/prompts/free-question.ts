import { CLAUSE_LANGUAGES, type ClauseLanguage } from '../../protocol/ask/citation-clauses.ts'
import type { CitedAsk } from '../../protocol/ask/cited-ask.ts'

/** The most characters of a question that a reader may ask in their own words. */
export const MAX_OWN_QUESTION = 300

/** Makes a Cited Ask whose whole text is a reader's question, for any page, with the citation clause of a language. */
export const ownQuestionAsk = (language: ClauseLanguage): CitedAsk => ({
  id: `own-question-${language}`.toLowerCase(),
  intent: 'ask',
  template: '{question}',
  language,
  variables: { question: { label: 'Question', maxLength: MAX_OWN_QUESTION } },
})

/** The Cited Asks of readers' own questions, one for each language in which clauses are written. */
export const OWN_QUESTION_ASKS: readonly CitedAsk[] = CLAUSE_LANGUAGES.map(ownQuestionAsk)
