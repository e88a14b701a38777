import { primaryLanguage } from './language-tag.ts'
import { citationClause } from '../../protocol/ask/citation-clauses.ts'
import type { LocaleTexts, PromptLocale } from './prompt-locale.ts'
import { de } from './templates/de.ts'
import { en } from './templates/en.ts'
import { es } from './templates/es.ts'
import { fr } from './templates/fr.ts'
import { ja } from './templates/ja.ts'
import { ko } from './templates/ko.ts'
import { nl } from './templates/nl.ts'
import { pl } from './templates/pl.ts'
import { pt } from './templates/pt.ts'
import { sv } from './templates/sv.ts'
import { tr } from './templates/tr.ts'
import { zh } from './templates/zh.ts'

/** The languages that prompts are written in. */
export type PromptLanguage =
  'en' | 'de' | 'es' | 'fr' | 'pt' | 'ja' | 'zh' | 'nl' | 'pl' | 'sv' | 'ko' | 'tr'

export const PROMPT_LOCALES: Readonly<Record<PromptLanguage, PromptLocale>> = {
  en: withClause('en', en),
  de: withClause('de', de),
  es: withClause('es', es),
  fr: withClause('fr', fr),
  pt: withClause('pt', pt),
  ja: withClause('ja', ja),
  zh: withClause('zh', zh),
  nl: withClause('nl', nl),
  pl: withClause('pl', pl),
  sv: withClause('sv', sv),
  ko: withClause('ko', ko),
  tr: withClause('tr', tr),
}

/**
 * Adds the citation clause of the protocol to the texts of a language, byte for byte, so that others can check a prompt
 * of ours.
 */
function withClause(language: PromptLanguage, texts: LocaleTexts): PromptLocale {
  return { ...texts, clause: citationClause(language) }
}

const isPromptLanguage = (tag: string): tag is PromptLanguage => Object.hasOwn(PROMPT_LOCALES, tag)

/** True for a tag that names a language without texts of prompts. */
export function isWithoutTexts(tag: string | null): boolean {
  const primary = primaryLanguage(tag)
  return primary !== undefined && !isPromptLanguage(primary)
}

/**
 * Returns the language in which prompts of a page are written: that of the first tag, by its first subtag, for which
 * there are texts, else English.
 */
export function promptLanguageOf(...tags: readonly (string | null)[]): PromptLanguage {
  const known = tags.map((tag) => primaryLanguage(tag) ?? '').find(isPromptLanguage)
  return known ?? 'en'
}
