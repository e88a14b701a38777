import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import type { QuestionForms } from './question-forms.ts'
import { sv } from './sv.ts'
import { tr } from './tr.ts'
import { zh } from './zh.ts'

const FORMS: ReadonlyMap<string, QuestionForms> = new Map(
  Object.entries({ de, en, es, fr, ja, ko, nl, pl, pt, sv, tr, zh }),
)

/** How questions are put in a language, by its first subtag; English in a language without forms. */
export const questionFormsOf = (language: string): QuestionForms => FORMS.get(language) ?? en
