export type GridCell = string | number | null

interface DaySpan {
  from: string
  to: string
}

/**
 * A table of one of our tools. Its size is bounded and its types are checked, even where a host has sent something
 * else.
 */
export interface Grid {
  site: string | undefined
  range: (DaySpan & { timezone: string }) | undefined
  comparedWith: DaySpan | undefined
  columns: readonly string[]
  rows: readonly (readonly GridCell[])[]
  notes: readonly string[]
  /** True where the answer has more rows than these, behind a cursor or beyond the most that are drawn. */
  hasMore: boolean
}

/** The answer that the app shows. */
export type Answer =
  | { kind: 'waiting' }
  | { kind: 'cancelled' }
  | { kind: 'refused'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'grid'; grid: Grid }
