import type { OrgContext } from '../../kernel/door/operation.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { changeText, shortNumber } from '../../kernel/reads/table.ts'
import { changeWords } from '../../kernel/verdicts/judged-change.ts'
import { readOverview } from './get-overview.ts'
import type { AnalyticsFilter } from './query.ts'
import { toldChange } from './told-change.ts'

/** The site, page or topic that a report of 28 days is about. */
export interface ReportSubject {
  siteId: string
  title: string
  url: string
  filters: AnalyticsFilter[]
}

/** Writes a report of the last 28 days against the 28 days before, one line for each metric. */
export async function reportOf(
  ctx: OrgContext,
  subject: Pick<ReportSubject, 'siteId' | 'filters'>,
) {
  const site = await findSite(ctx.db, subject.siteId)
  const { metrics, result } = await readOverview(ctx, site, {
    range: '28d',
    compare: 'previous_period',
    filters: subject.filters,
  })
  const lines = metrics.map((metric) => {
    const value = result.totals[metric] ?? null
    const before = result.comparison?.totals[metric] ?? null
    const { scale = 1, areCounts = true } = result.comparison ?? {}
    const judged = result.comparison?.verdicts[metric]
    const change = toldChange(metric, { value, before }, { scale, areCounts }, judged)
    const words = [`change ${changeText(change)}`, ...(judged ? [changeWords(judged)] : [])]
    return `${metric}: ${shortNumber(value) ?? 'n/a'} (before ${shortNumber(before) ?? 'n/a'}, ${words.filter(Boolean).join(', ')})`
  })
  const { from, to } = result.range
  const text = [`${from} to ${to}, ${result.timezone}`, ...lines, ...result.notes].join('\n')
  return { text, result }
}
