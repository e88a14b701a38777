import type { PageLead } from '../page/page-leads.ts'
import type { QuestionForms } from './templates/question-forms.ts'
import { isAboutPerson } from './person-name.ts'
import { filledQuestion, mended } from './read-as-question.ts'
import { sentencesOf } from './sentences.ts'

const MAX_LEADS = 20
const MAX_TERM_CHARS = 60
/** Words that stand for something said before. */
export const POINTS_BACK =
  /^(?:this|that|these|those|it|they|he|she|there|here|one|what|which|another|each|the (?:following|first|second|last|next|main|goal|result|idea)|dies|diese[rs]?|das|es|er|sie|ce|cette|ces|c|il|elle|on|este|esta|esto|eso|lo|ello|isso|isto|ele|ela|dit|deze|det|den|to|これ|それ|ここ|この|その|bu|这|它|그|이)(?![\p{L}\p{N}])/iu
/** Words for who writes and who reads, as sentences begin with them: `EU` is none. */
const WRITER_OR_READER =
  /^(?:I|You|We|Ich|Du|Wir|Ihr|Man|Je|Tu|Nous|Vous|Ils|Elles|Yo|Tú|Usted(?:es)?|Nosotr[oa]s|Ell[oa]s|Eu|Nós|Vocês?|Eles|Elas|Ik|Jij|Jullie|Wij|Zij|Ja|My|Jag|Vi|Ni|Ben|Biz|Siz|私|我|저|우리)(?![\p{L}\p{N}])|^我们/u

/** Questions for terms that a section begins by defining, where the term is the subject of the page or the heading. */
export function definedTerms(
  leads: readonly PageLead[],
  subject: string,
  forms: QuestionForms,
  language: string,
): string[] {
  const { who } = forms.facts
  return leads.slice(0, MAX_LEADS).flatMap(({ heading, text }) => {
    const defined = termIn(text, forms)
    if (defined === undefined) return []
    return isAboutPerson(defined.term, text, language)
      ? filledQuestion(who, ['', defined.term])
      : (meaningOf(defined, { subject, heading }, forms) ?? [])
  })
}

function meaningOf(
  { term, isMany }: Defined,
  { subject, heading }: { subject: string; heading: string },
  forms: QuestionForms,
): string | undefined {
  const meaning = (isMany ? forms.meaningOfMany : undefined) ?? forms.meaning
  const bare = bareTerm(term)
  if (!`${subject} ${heading}`.toLowerCase().includes(bare)) {
    // Without articles, the last words of a longer term name it as well: `Havuz tuz cihazı`.
    const isLonger = subject !== '' && bare.endsWith(` ${subject.toLowerCase()}`)
    return isLonger && meaning.includes('$1') ? mended(meaning, ['', subject], forms) : undefined
  }
  const article = term.slice(0, term.length - bare.length).toLowerCase()
  const written = spelling(bare, [subject, heading])
  return written === undefined
    ? mended(meaning, ['', term], forms)
    : mended(meaning.replace(/\$[alv]1/, '$1'), ['', article + written], forms)
}

interface Defined {
  term: string
  isMany: boolean
}

/** The term that a text begins by defining. */
function termIn(text: string, { definition }: QuestionForms): Defined | undefined {
  // What does not begin as a definition is not cut into sentences, which costs more than all the rest.
  if (!definition.test(text)) return undefined
  const [first = ''] = sentencesOf(text, 1)
  const { term = '', many } = definition.exec(first)?.groups ?? {}
  if (
    term === '' ||
    term.length > MAX_TERM_CHARS ||
    POINTS_BACK.test(term) ||
    WRITER_OR_READER.test(term)
  )
    return undefined
  return /[()[\]{}“”"«»:;@/]/u.test(term) ? undefined : { term, isMany: many !== undefined }
}

/** A name of several capitals, or one amid a title, keeps the letters that it has there. */
function spelling(bare: string, titles: readonly string[]): string | undefined {
  for (const title of titles) {
    const at = title.toLowerCase().indexOf(bare)
    const written = at < 0 ? '' : title.slice(at, at + bare.length)
    if (/\p{Lu}.*\p{Lu}|\p{Ll}\p{Lu}/u.test(written)) return written
  }
  return undefined
}

/** A term in small letters, without its article. */
export const bareTerm = (term: string): string =>
  term
    .toLowerCase()
    .replace(
      /^(?:(?:the|an?|der|die|das|eine?|l[eao]s?|un[ae]?|el|los|os?|as?|de|het|een) |l[’'] ?)/u,
      '',
    )
