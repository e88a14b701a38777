import type * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { didYouMean } from '../../core/did-you-mean.ts'
import { notFound } from '../../core/errors.ts'
import { SiteReference } from '../../core/inputs.ts'
import type { OrgContext } from '../../core/operation.ts'
import { Range } from '../../core/range.ts'
import type { Cell, Table } from '../../core/table.ts'
import { AnalyticsQuery, Compare, Filters } from './query.ts'
import { runQuery } from './run-query.ts'

/** Arguments that every analytics tool takes; the words are those of the query. */
export const toolArguments = {
  site: SiteReference,
  range: Range,
  compare: Compare.default('previous_period'),
  filters: Filters,
}

const MAX_SUGGESTED_FROM = 200

/** Throws NOT_FOUND, with the organization's own site that was probably meant. */
export async function findSite(db: OrgContext['db'], reference: string): Promise<SiteDb> {
  const site = await db.site(reference)
  if (site) return site
  const rows = await db.sites().select(['domain']).limit(MAX_SUGGESTED_FROM).execute()
  const nearest = didYouMean(
    reference,
    rows.map(({ domain }) => domain),
  )
  throw notFound(
    nearest === undefined ? 'site; search finds yours' : `site; did you mean ${nearest}?`,
  )
}

/** Runs a tool's query and gives what stands around its rows. */
export async function runToolQuery(
  { app, db }: OrgContext,
  reference: string,
  query: Partial<z.input<typeof AnalyticsQuery>>,
) {
  const site = await findSite(db, reference)
  const answer = await runQuery(site, AnalyticsQuery.parse(query), {
    now: app.now(),
    cursors: app.cursors,
  })
  const { result } = answer
  const { timezone, comparison } = result
  const frame: Pick<Table, 'site' | 'range' | 'comparedWith' | 'notes'> = {
    site: site.row.id,
    range: { ...result.range, timezone },
    ...(comparison && { comparedWith: comparison.range }),
    notes: result.notes,
  }
  return { ...answer, frame }
}

/** Ratios to four significant digits and percentages to one decimal: more would only cost tokens. */
export function shortNumber(cell: Cell): Cell {
  if (typeof cell !== 'number' || Number.isInteger(cell)) return cell
  return Number(cell.toPrecision(4))
}

/** Change in percent; null when there is nothing to compare with. */
export function changePercent(
  value: Cell | undefined,
  before: number | null | undefined,
): number | null {
  if (typeof value !== 'number' || !before) return null
  return Math.round(((value - before) / before) * 1_000) / 10
}
