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

/** The most characters of a page's main text from which candidates and summary are made. */
const MAX_TEXT_CHARS = 20_000

/** The number of passages of a page that together have at least `MAX_TEXT_CHARS` characters. */
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

/**
 * Finds the type, the keyphrases and the summary of a page; `statistics` says how common each phrase is on the site.
 */
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

/**
 * Matches the paths at which a whole site may begin: a folder, or a folder in it; a longer path is one of the site's
 * pages.
 */
const START_FOLDER =
  /^\/(?:[^/]+\/)?(?:([^/]+)\/)?(?:(?:index|default|home|start)\.[a-z]{3,5}|\1\.[a-z]{3,5})?$/i

/**
 * Returns the path of a page from the start of its site: `/` for the start page of a site that lies in a folder of its
 * host, and otherwise the path as it is.
 */
const pathIn = ({ startPath = '/' }: PromptSite, path: string): string =>
  path === startPath && START_FOLDER.test(path) ? '/' : path

/** Makes the sketch of a main text, by which later texts are compared, from the characters that are analysed. */
export const sketchOfText = (text: string): string => sketchOf(text.slice(0, MAX_TEXT_CHARS))
