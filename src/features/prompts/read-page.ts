import type { PromptPageRow } from '../../../db/prompts/prompt-rows.ts'
import { sketchOf } from '../../domain/prompts/content-sketch.ts'
import { keyphrases, type SiteStatistics } from '../../domain/prompts/keyphrases.ts'
import { languageTagOf } from '../../domain/prompts/language-tag.ts'
import { pageTypeOf, type TypedPage } from '../../domain/prompts/page-type.ts'
import { phraseCandidates, type PhraseCandidate } from '../../domain/prompts/phrase-candidates.ts'
import type { PromptSite } from '../../domain/prompts/prompt-page.ts'
import { summarize } from '../../domain/prompts/summary.ts'
import type { Recorded } from './page-record.ts'

/** Of a page's main text; candidates and summary read no further. */
const MAX_TEXT_CHARS = 20_000

/** Passages that hold as much as is read. */
export const MAX_PASSAGES = 40

/** What a page is, and is about. */
export interface Findings extends TypedPage {
  keyphrases: readonly { text: string; weight: number }[]
  summary: string
  /** Of the beginning of the main text; absent in findings of older releases. */
  sketch?: string
}

interface PageText {
  page: Pick<PromptPageRow, 'path' | 'title'>
  facts: Recorded
  /** The beginning of the main text. */
  text: string
  site: PromptSite
}

/** Phrases that the page may be about. */
export function candidatesOf({ page, facts, text, site }: PageText): PhraseCandidate[] {
  return phraseCandidates({
    title: facts.title ?? page.title ?? '',
    h1: facts.h1 ?? '',
    h2: facts.headings.filter(({ level }) => level === 2).map((heading) => heading.text),
    description: facts.description ?? '',
    text: text.slice(0, MAX_TEXT_CHARS),
    language: languageTagOf({ language: facts.language }, site) ?? 'en',
    brands: [site.name, site.domain],
  })
}

/** Type, keyphrases and summary; `statistics` says how common each phrase is on the site. */
export function findingsOf(source: PageText, statistics: SiteStatistics): Findings {
  const { page, facts, text } = source
  const found = keyphrases(candidatesOf(source), statistics)
  const main = text.slice(0, MAX_TEXT_CHARS)
  const { type, typeSource } = pageTypeOf({
    jsonLdTypes: facts.schemaTypes,
    ogType: facts.ogType,
    path: page.path,
    signals: {
      codeBlocks: facts.codeBlocks,
      pricePattern: PRICE.test(main),
      questionHeadings: facts.headings.filter(({ text: words }) => /[?？]\s*$/u.test(words)).length,
      orderedSteps: facts.orderedItems >= MIN_STEPS,
    },
  })
  return {
    type,
    typeSource,
    keyphrases: found,
    summary: summarize({ text: main, h1: facts.h1, keyphrases: found }),
    sketch: sketchOfText(text),
  }
}

/** Of as much of a main text as is read. */
export const sketchOfText = (text: string): string => sketchOf(text.slice(0, MAX_TEXT_CHARS))

/** Fewer are any list with numbers. */
const MIN_STEPS = 5
/** A sum of money: a sign or code of a common currency beside a number. */
const PRICE = /(?:[$€£¥]|\b(?:USD|EUR|GBP|CHF|JPY)) ?\d|\d ?(?:€|£|円|(?:USD|EUR|GBP|CHF|JPY)\b)/
