import type { PageAnalysis } from '../../domain/page/page-analysis.ts'
import { withoutFurniture } from '../../domain/page/own-title.ts'
import type { PageRecord } from '../../domain/page/page-record.ts'
import { sketchOf } from '../../domain/prompts/content-sketch.ts'
import { keyphrases, type SiteStatistics } from '../../domain/prompts/keyphrases.ts'
import { languageTagOf } from '../../domain/prompts/language-tag.ts'
import { pageTypeOf } from '../../domain/prompts/page-type.ts'
import { phraseCandidates, type PhraseCandidate } from '../../domain/prompts/phrase-candidates.ts'
import type { PromptSite } from '../../domain/prompts/prompt-page.ts'
import { summarize } from '../../domain/prompts/summary.ts'

/** Characters of a page's main text that candidates and summary read. */
const MAX_TEXT_CHARS = 20_000

/** Passages that hold as many characters as are read. */
export const MAX_ANALYSED_PASSAGES = 40

interface PageText {
  page: { path: string; title: string | null }
  record: PageRecord
  /** The beginning of the main text. */
  text: string
  site: PromptSite
}

/** Finds phrases that the page may be about. */
export function candidatePhrases({ page, record, text, site }: PageText): PhraseCandidate[] {
  const own = withoutFurniture(record, site)
  return phraseCandidates({
    title: page.title ?? '',
    h1: own.h1 ?? '',
    h2: own.headings.filter(({ level }) => level === 2).map((heading) => heading.text),
    description: record.description ?? '',
    text: text.slice(0, MAX_TEXT_CHARS),
    language: languageTagOf({ language: record.language }, site) ?? 'en',
    brands: [site.name, site.domain],
  })
}

/** Finds type, keyphrases and summary; `statistics` says how common each phrase is on the site. */
export function analysePage(
  source: PageText,
  statistics: SiteStatistics,
  candidates: readonly PhraseCandidate[] = candidatePhrases(source),
): PageAnalysis {
  const { page, record, text, site } = source
  const found = keyphrases(candidates, statistics)
  const main = text.slice(0, MAX_TEXT_CHARS)
  const { statedType: stated, isDated } = record
  const { type, typeSource } = pageTypeOf({ path: pathIn(site, page.path), stated, isDated })
  return {
    type,
    typeSource,
    keyphrases: found,
    summary: summarize({ text: main, h1: record.h1, keyphrases: found }),
    sketch: sketchOfText(text),
  }
}

/** A folder, or one in it, where a whole site may begin; an address further down is one of its pages. */
const START_FOLDER =
  /^\/(?:[^/]+\/)?(?:([^/]+)\/)?(?:(?:index|default|home|start)\.[a-z]{3,5}|\1\.[a-z]{3,5})?$/i

/** The start page of a site that has a folder of its host is what `/` is of others. */
const pathIn = ({ startPath = '/' }: PromptSite, path: string): string =>
  path === startPath && START_FOLDER.test(path) ? '/' : path

/** Sketches as much of a main text as is read. */
export const sketchOfText = (text: string): string => sketchOf(text.slice(0, MAX_TEXT_CHARS))
