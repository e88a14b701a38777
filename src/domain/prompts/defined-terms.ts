import type { PageLead } from '../page/page-leads.ts'
import type { QuestionForms } from './question-templates/question-forms.ts'
import { mended } from './read-as-question.ts'
import { sentencesOf } from './sentences.ts'

const MAX_LEADS = 20
const MAX_TERM_CHARS = 60
/** Words that stand for something said before. */
export const POINTS_BACK =
  /^(?:this|that|these|those|it|they|he|she|there|here|one|what|which|another|each|the (?:following|first|second|last|next|main|goal|result|idea)|dies|das|es|er|sie|ce|cette|ces|c|il|elle|on|este|esta|esto|eso|lo|ello|isso|isto|ele|ela|dit|deze|det|den|to|これ|それ|ここ|この|その|bu|这|它|그|이)(?![\p{L}\p{N}])/iu

/** Questions for terms that a section begins by defining, where the term is the subject of the page or the heading. */
export function definedTerms(
  leads: readonly PageLead[],
  subject: string,
  forms: QuestionForms,
): string[] {
  const found: string[] = []
  for (const { heading, text } of leads.slice(0, MAX_LEADS)) {
    // What does not begin as a definition is not cut into sentences, which costs more than all the rest.
    if (!forms.definition.test(text)) continue
    const [first = ''] = sentencesOf(text, 1)
    const term = forms.definition.exec(first)?.groups?.['term'] ?? ''
    if (term === '' || term.length > MAX_TERM_CHARS || POINTS_BACK.test(term)) continue
    if (/[()[\]{}“”"«»:;@/]/u.test(term)) continue
    const named = `${subject} ${heading}`.toLowerCase()
    if (named.includes(bareTerm(term))) found.push(mended(forms.meaning, ['', term], forms))
  }
  return found
}

/** A term in small letters, without its article. */
export const bareTerm = (term: string): string =>
  term
    .toLowerCase()
    .replace(
      /^(?:the|an?|der|die|das|eine?|l[eao]s?|un[ae]?|el|los|os?|as?|de|het|een|l[’']) ?/u,
      '',
    )
