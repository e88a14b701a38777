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
  /** JSON array of the run's engines with their adapters, access and models. */
  engines: string
  engineSet: string
  basketRevision: number
  /** JSON array of the numbers of the run's queries, in the order in which they are asked. */
  queries: string
  /** JSON of the options that were asked for. */
  options: string
  planned: number
  /** JSON of the warnings of the run, with how often each came. */
  warnings: string
  creditsReserved: number
  /** JSON of `{type, id}` of the caller who asked for the run. */
  requestedBy: string
  at: number
}

/** A query with the fields that a run needs. */
export type RunQuery = Pick<
  Selectable<Tables['citation_query']>,
  'num' | 'text' | 'language' | 'country' | 'branded'
>

/** A check to be stored, with the sources, brands and text of its answer. */
export interface CheckWrite {
  check: Omit<CheckRow, 'site_num' | 'run_num'>
  sources: readonly Omit<SourceRow, 'site_num' | 'at' | 'check_num' | 'seq'>[]
  /** The brands that the answer names, each once. */
  mentions: readonly Omit<MentionRow, 'site_num' | 'at' | 'check_num'>[]
  /** JSON of the answer's text, searches and brands; null where there was no answer. */
  answer: string | null
}

/** The counts of a run after a group of its checks. */
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

/** The end of a run: its last state, and the error if it failed. */
export interface RunEnding {
  state: string
  /** JSON of the error; null for a run that did not fail. */
  error: string | null
  creditsSpent: number
  at: number
}
