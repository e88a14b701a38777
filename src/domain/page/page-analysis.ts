import * as z from 'zod'
import { boundedList, boundedText } from './bounded-schemas.ts'
import { PAGE_TYPES, TYPE_SOURCES } from './page-types.ts'

/** The conclusions from a page's record and main text, before any rule said something else. */
export const PageAnalysis = z.object({
  type: z.enum(PAGE_TYPES),
  typeSource: z.enum(TYPE_SOURCES),
  /** The keyphrases of the page, weightiest first; weights are from 0 to 1. */
  keyphrases: boundedList(z.object({ text: boundedText(120), weight: z.number() }), 50),
  /** A summary of sentences of the page. */
  summary: boundedText(2_000),
  /** The sketch of the beginning of the main text (`sketchOf`); null in analyses of older releases. */
  sketch: z.string().nullable(),
})
export type PageAnalysis = z.output<typeof PageAnalysis>

/** The columns of an analysis; all null where the page has none. */
export interface AnalysisColumns {
  type: string | null
  type_source: string | null
  /** The keyphrases as JSON. */
  keyphrases: string | null
  summary: string | null
  sketch: string | null
}

/** Reads an analysis as it is stored, which is always one of the record that the page has. */
export function readAnalysis(row: AnalysisColumns): PageAnalysis | undefined {
  const { type, type_source: typeSource, summary, sketch } = row
  if (type === null) return undefined
  const keyphrases: unknown = JSON.parse(row.keyphrases ?? '[]')
  return PageAnalysis.parse({ type, typeSource, keyphrases, summary, sketch })
}

export const analysisColumns = (analysis: PageAnalysis): AnalysisColumns => ({
  type: analysis.type,
  type_source: analysis.typeSource,
  keyphrases: JSON.stringify(analysis.keyphrases),
  summary: analysis.summary,
  sketch: analysis.sketch,
})
