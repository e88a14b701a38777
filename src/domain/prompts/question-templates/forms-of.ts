import { deQuestions } from './de.ts'
import { enQuestions } from './en.ts'
import { esQuestions } from './es.ts'
import { frQuestions } from './fr.ts'
import { jaQuestions } from './ja.ts'
import { koQuestions } from './ko.ts'
import { nlQuestions } from './nl.ts'
import { plQuestions } from './pl.ts'
import { ptQuestions } from './pt.ts'
import type { QuestionForms } from './question-forms.ts'
import { svQuestions } from './sv.ts'
import { trQuestions } from './tr.ts'
import { zhQuestions } from './zh.ts'

const FORMS: ReadonlyMap<string, QuestionForms> = new Map(
  Object.entries({
    de: deQuestions,
    en: enQuestions,
    es: esQuestions,
    fr: frQuestions,
    ja: jaQuestions,
    ko: koQuestions,
    nl: nlQuestions,
    pl: plQuestions,
    pt: ptQuestions,
    sv: svQuestions,
    tr: trQuestions,
    zh: zhQuestions,
  }),
)

/** How questions are put in a language, by its first subtag; English in a language without forms. */
export const questionFormsOf = (language: string): QuestionForms =>
  FORMS.get(language) ?? enQuestions
