import type { Selectable } from 'kysely'
import type { Tables } from '../tables/schema.ts'

export type CitationRunRow = Selectable<Tables['citation_run']>
type CheckRow = Selectable<Tables['citation_check']>
type SourceRow = Selectable<Tables['citation_source']>
type MentionRow = Selectable<Tables['citation_mention']>

export interface NewCitationRun {
  id: string
  origin: string
  isFake: boolean
  /** JSON. */
  engines: string
  engineSet: string
  basketRevision: number
  /** JSON. */
  queries: string
  /** JSON. */
  options: string
  planned: number
  /** JSON. */
  warnings: string
  creditsReserved: number
  /** JSON. */
  requestedBy: string
  at: number
}

/** A query with the fields that a run needs. */
export type RunQuery = Pick<
  Selectable<Tables['citation_query']>,
  'num' | 'text' | 'language' | 'country' | 'branded'
>

/** One check with what its answer named, as it is stored. */
export interface CheckWrite {
  check: Omit<CheckRow, 'site_num' | 'run_num'>
  sources: readonly Omit<SourceRow, 'site_num' | 'at' | 'check_num' | 'seq'>[]
  /** The brands that the answer names, each once. */
  mentions: readonly Omit<MentionRow, 'site_num' | 'at' | 'check_num'>[]
  /** JSON of the text; null where there was no answer. */
  answer: string | null
}

/** The counts of a run, as they are once a group of checks is stored. */
export type RunProgress = Pick<
  CitationRunRow,
  | 'engines'
  | 'done'
  | 'answered'
  | 'cited'
  | 'mentioned'
  | 'failed'
  | 'skipped'
  | 'cost_micros'
  | 'warnings'
>

/** How a run has ended. */
export interface RunEnding {
  state: string
  /** JSON. */
  error: string | null
  creditsSpent: number
  at: number
}
