import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { readerQuestionModeOf } from '../../domain/prompts/reader-question-modes.ts'
import { isoOrNull } from '../../lib/time/clock.ts'
import { CitationSchedule, citationScheduleOf } from '../citations/face.ts'
import { WidgetSettings, widgetSettingsOf } from '../widget/face.ts'
import { ShownBrand, shownBrand } from './brand.ts'
import { scoreIn, toLastScan } from './last-scan.ts'
import { queryParameterFields, toQueryParameters } from './query-parameters.ts'
import { ReaderQuestionsInput, Site, toSite } from './site.ts'

/**
 * Counts and dates of a site. The fields have no descriptions, since a model reads this schema with every list of
 * tools.
 */
const SiteStats = z.object({
  /** The number of pages that are known from scans or from readers. */
  pages: z.int(),
  prompts: z.int(),
  /** The time at which the last scan that read the site ended. */
  lastScanAt: z.string().nullable(),
  /** The time of the next scheduled scan. */
  nextScanAt: z.string().nullable(),
  /** The score of the site, 0 to 100, as that last scan found it; null without one. */
  aiScore: z.int().nullable(),
})

/** One site, with its counts and dates. */
export const SiteWithStats = Site.extend({ stats: SiteStats })

export async function withStats(
  site: SiteDb,
  nowMs: number,
): Promise<z.input<typeof SiteWithStats>> {
  const { row } = site
  const [counts, { latest, completed }] = await Promise.all([
    site.countPagesAndPrompts(),
    site.scans.newest(),
  ])
  return {
    ...toSite(row, latest && toLastScan(latest), nowMs),
    stats: {
      ...counts,
      lastScanAt: isoOrNull(completed?.finished_at ?? null),
      nextScanAt: isoOrNull(row.next_scan_at),
      aiScore: completed ? scoreIn(completed) : null,
    },
  }
}

/** One site with all settings that its owner may change, of the widget, the brand and others, which no model reads. */
export const SiteWithSettings = SiteWithStats.extend({
  languageModel: z
    .boolean()
    .describe('Whether the language model of the server may write for the site, where it has one'),
  widget: WidgetSettings,
  citations: CitationSchedule,
  nextCitationRunAt: z.string().nullable().describe('When engines are asked next by themselves'),
  readerQuestions: ReaderQuestionsInput,
  brand: ShownBrand,
  ...queryParameterFields,
})

export const withSettings = async (
  site: SiteDb,
  nowMs: number,
): Promise<z.input<typeof SiteWithSettings>> => ({
  ...(await withStats(site, nowMs)),
  languageModel: site.row.language_model === 1,
  widget: widgetSettingsOf(site.row),
  citations: citationScheduleOf(site.row),
  nextCitationRunAt: isoOrNull(site.row.next_citation_run_at),
  readerQuestions: readerQuestionModeOf(site.row),
  brand: shownBrand(site.row),
  ...toQueryParameters(site.row),
})
