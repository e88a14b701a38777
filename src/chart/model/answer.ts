export type GridCell = string | number | null

interface DaySpan {
  from: string
  to: string
}

/** A table of one of our tools, bounded and of known types, even where a host has sent something else. */
export interface Grid {
  site: string | undefined
  range: (DaySpan & { timezone: string }) | undefined
  comparedWith: DaySpan | undefined
  columns: readonly string[]
  rows: readonly (readonly GridCell[])[]
  notes: readonly string[]
  /** True where the answer had more rows, behind a cursor or beyond what is drawn. */
  hasMore: boolean
}

/** The answer that the app shows. */
export type Answer =
  | { kind: 'waiting' }
  | { kind: 'cancelled' }
  | { kind: 'refused'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'grid'; grid: Grid }
