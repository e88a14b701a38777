import type { PageRow } from '../../../db/search/select-pages.ts'
import { pageFault } from '../../domain/ai-score/fault.ts'
import { lostChecks, readFindings, type LostCheck } from '../../domain/ai-score/page-findings.ts'
import type { Scope } from '../../kernel/door/scopes.ts'
import type { Cell } from '../../kernel/reads/table.ts'
import { zoneIso } from '../../lib/time/zone.ts'
import { pageStateOf } from './page.ts'

/** A column of the table of pages. */
export interface PageColumn {
  name: string
  /** The scope that a caller needs to see the column; without it the column is left out, and the answer says so. */
  scope?: Scope
  cell: (row: PageRow, zone: string) => Cell
}

export const PAGE_COLUMNS: readonly PageColumn[] = [
  { name: 'path', cell: ({ path }) => path },
  { name: 'title', cell: ({ title }) => title },
  { name: 'state', cell: ({ state }) => pageStateOf(state) },
  { name: 'type', cell: ({ type }) => type },
  { name: 'score', cell: ({ score }) => score },
  { name: 'prompt', scope: 'prompts:read', cell: ({ prompt }) => prompt ?? 'none' },
  { name: 'questions_28d', scope: 'analytics:read', cell: ({ questions }) => questions },
  { name: 'updated_at', cell: (row, zone) => zoneIso(zone, row.last_seen_at) },
]

/** The most checks of one page that a list names; `fetch` names them all, with advice. */
const MAX_MEND = 3

const lostOf = ({ findings }: PageRow): LostCheck[] => {
  const read = readFindings(findings)
  return read ? lostChecks(read).slice(0, MAX_MEND) : []
}

/** The column with the ids of the checks to mend first, for lists of pages with something wrong. */
export const MEND_COLUMN: PageColumn = {
  name: 'mend',
  cell: (row) =>
    lostOf(row)
      .map(({ id }) => id)
      .join(' ') || null,
}

/**
 * Makes the column with the evidence of one check: the one that is asked for if the page loses points by it, else the
 * check that loses most.
 */
export const evidenceColumn = (asked: string | undefined): PageColumn => ({
  name: 'evidence',
  cell: ({ findings }) => {
    const read = readFindings(findings)
    const lost = read ? lostChecks(read) : []
    const { id, evidence } = lost.find((one) => one.id === asked) ?? lost[0] ?? {}
    return evidence ? `${id} ${evidence}` : null
  },
})

/** Returns the note that says what each check id of a list means; no note where no page loses points. */
export function checkNotes(rows: readonly PageRow[]): string[] {
  const found = new Map(rows.flatMap(lostOf).map((check) => [check.id, check]))
  if (found.size === 0) return []
  const checks = [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const named = checks.map((check) => `${check.id} ${pageFault(check)}`)
  return [
    `mend names the checks that lose most; fetch page:/path has the advice. ${named.join('; ')}`,
  ]
}
