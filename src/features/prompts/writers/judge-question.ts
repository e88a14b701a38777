import { lintPrompt, type LintOptions } from '../../../protocol/lint/lint-prompt.ts'
import type { ProposedQuestion } from '../../../domain/prompts/prompt-writer.ts'
import { asksOtherwise, formFault } from './form-fault.ts'
import { namesIn } from './question-names.ts'
import { mayBeIn } from './same-language.ts'
import type { SentencePlace, SentText } from './sent-text.ts'
import { figuresOf } from './text-figures.ts'

/** The reason why a question of a model is not offered. */
export type QuestionFault =
  /** The question is not a single question that readers may have. */
  | 'shape'
  /** The question is in the voice of the site, or speaks to somebody. */
  | 'voice'
  | 'language'
  | 'policy'
  /** The sentence that the model gives as the answer is not in the text. */
  | 'sentence'
  | 'figure'
  | 'name'
  /** The subject of the question is not that of the text around its sentence. */
  | 'subject'

/** The page that questions are judged for. */
export interface QuestionedPage extends Pick<LintOptions, 'sources' | 'names'> {
  /** The language of the page's text, by the first subtag. */
  language: string
  /** A part of the page's text, in whose script questions must be. */
  sample: string
}

/** The most names that a question may have, since each is searched for; a text with more names is not a question. */
const MAX_NAMES = 10
const ENDS_AS_QUESTION = /[?？؟]\p{P}*\s*$/u

/**
 * Returns whether a question of a model may be offered, by the text that the model was sent: its subject and its answer
 * must be in that text.
 */
export function judgeQuestion(
  { question, sentence }: ProposedQuestion,
  text: SentText,
  page: QuestionedPage,
): { ok: true; place: SentencePlace } | { ok: false; fault: QuestionFault } {
  const { language, sample } = page
  const fault = formFault(question, language) ?? policyFault(question, sentence, page)
  if (fault) return { ok: false, fault }
  if (!mayBeIn(question, language, sample)) return { ok: false, fault: 'language' }
  const place = ENDS_AS_QUESTION.test(sentence) ? undefined : text.placeOf(sentence)
  if (!place) return { ok: false, fault: 'sentence' }
  const invented = inventedIn(question, text, language)
  if (invented) return { ok: false, fault: invented }
  const isAnswered = text.isAbout(place, question, language)
  return isAnswered ? { ok: true, place } : { ok: false, fault: 'subject' }
}

/**
 * Returns the fault of a question that the policy refuses. A warning counts too, since it would ask a person for a
 * review, and no person reviews these questions. A sentence that manipulates cannot be an answer.
 */
function policyFault(
  question: string,
  sentence: string,
  { sources, names }: QuestionedPage,
): QuestionFault | undefined {
  const found = (text: string) => lintPrompt(text, { sources, names, isTemplate: true })
  if (/[{}]/.test(question) || found(question).length > 0) return 'policy'
  return found(sentence).some(({ level }) => level === 'error') ? 'policy' : undefined
}

function inventedIn(question: string, text: SentText, language: string): QuestionFault | undefined {
  if (!figuresOf(question).every((figure) => text.hasFigure(figure))) return 'figure'
  const { names, first } = namesIn(question, language)
  if (names.length > MAX_NAMES || !names.every((name) => text.hasWords(name))) return 'name'
  if (first === undefined || text.hasStem(first)) return undefined
  const beginning = question.split(' ', 2).join(' ')
  return asksOtherwise(beginning, language) ? 'name' : undefined
}
