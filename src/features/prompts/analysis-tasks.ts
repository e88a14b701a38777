import type { PagePhrases } from '../../../db/prompts/prompt-rows.ts'
import type { AnalysisWrite } from '../../../db/scans/page-analysis-store.ts'
import type { ScannedPageRow } from '../../../db/scans/scanned-pages.ts'
import { analysisColumns } from '../../domain/page/page-analysis.ts'
import { readRecord } from '../../domain/page/page-record.ts'
import type { PhraseCandidate } from '../../domain/prompts/phrase-candidates.ts'
import type { PromptSite } from '../../domain/prompts/prompt-page.ts'
import { PhraseCounts, phraseHashes, type SharedCounts } from './phrase-counts.ts'
import { analysePage, candidatePhrases } from './analyse-page.ts'

/** A page with the beginning of its main text, as plain data that a thread can be given. */
export interface TextPage {
  page: ScannedPageRow
  text: string
  /** The candidates that were found in the same record before, as JSON; undefined where they were not kept. */
  candidates?: string | undefined
}

/** The hashes of a page's phrases, and the candidates from which they were made, as JSON. */
export interface ReadPhrases extends PagePhrases {
  candidates: string
}

interface TextPages {
  site: PromptSite
  pages: readonly TextPage[]
}

/** Extracts the phrases of some pages, so that the site's pages with each phrase can be counted; runs in a thread. */
export const extractPhrases = ({ site, pages }: TextPages): ReadPhrases[] =>
  pages.flatMap(({ page, text }) => {
    const record = readRecord(page.record)
    if (!record || page.record_hash === null) return []
    const found = candidatePhrases({ page, record, text, site })
    return {
      pageNum: page.num,
      recordHash: page.record_hash,
      phrases: phraseHashes(found.map(({ key }) => key)),
      candidates: JSON.stringify(found),
    }
  })

/** Analyses some pages once the phrases of all pages were counted; runs in a thread. */
export function analyseTexts({
  site,
  pages,
  counts: shared,
}: TextPages & { counts: SharedCounts }): AnalysisWrite[] {
  const counts = new PhraseCounts(shared)
  const statistics = { siteSize: counts.pages, df: (key: string) => counts.df(key) }
  return pages.flatMap(({ page, text, candidates }) => {
    const record = readRecord(page.record)
    if (!record || page.record_hash === null) return []
    const source = { page, record, text, site }
    const found = candidates === undefined ? candidatePhrases(source) : readCandidates(candidates)
    const analysis = analysePage(source, statistics, found)
    return { pageNum: page.num, recordHash: page.record_hash, ...analysisColumns(analysis) }
  })
}

// @NOTE `extractPhrases` wrote it in the same process.
const readCandidates = (json: string): PhraseCandidate[] => JSON.parse(json) as PhraseCandidate[]
