import { deFacts as de } from './de.ts'
import { enFacts as en } from './en.ts'
import { esFacts as es } from './es.ts'
import { frFacts as fr } from './fr.ts'
import { jaFacts as ja } from './ja.ts'
import { koFacts as ko } from './ko.ts'
import { nlFacts as nl } from './nl.ts'
import { plFacts as pl } from './pl.ts'
import { ptFacts as pt } from './pt.ts'
import { svFacts as sv } from './sv.ts'
import { trFacts as tr } from './tr.ts'
import { zhFacts as zh } from './zh.ts'
import type { FactForms } from './fact-forms.ts'

const FORMS: ReadonlyMap<string, FactForms> = new Map(
  Object.entries({ en, de, es, fr, pt, nl, pl, sv, tr, ja, zh, ko }),
)

/** The facts that are found in a language, by its first subtag; undefined in one without forms. */
export const factFormsOf = (language: string): FactForms | undefined => FORMS.get(language)
