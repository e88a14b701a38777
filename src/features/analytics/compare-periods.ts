import * as z from 'zod'
import { Cursor, MaxTokens, PageLimit } from '../../kernel/door/inputs.ts'
import { type Cell, shortNumber, Table } from '../../kernel/reads/table.ts'
import { defineSiteRead } from '../../kernel/reads/define-site-read.ts'
import { listPage, opened, signed } from '../../kernel/reads/paging.ts'
import { rowsWithinBudget } from '../../kernel/reads/token-budget.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { dataFreshness } from './data-freshness.ts'
import { DIMENSION_IDS, isForeign } from './dimensions.ts'
import { type Change, driverRows } from './drivers.ts'
import { driversResult, DriversResult } from './drivers-result.ts'
import { changeRules, explainChange } from './explain-change.ts'
import { MetricName } from './query.ts'
import { plainFields } from './question-fields.ts'

/**
 * GET /analytics/:siteId/drivers and compare_periods: the change of a metric as a sum over the values of up to three
 * dimensions, the largest first.
 */
export const comparePeriods = defineSiteRead({
  name: 'analytics.readDrivers',
  summary: 'Why a metric of one site changed: what each page, engine or country did to it',
  anyOf: ['analytics:read'],
  path: '/analytics/:siteId/drivers',
  fields: {
    ...plainFields,
    compare: plainFields.compare.describe('previous_period previous_year or a range'),
    metrics: z.array(MetricName).length(1, { error: 'Name one metric' }).describe('What changed'),
    dimensions: z
      .array(z.enum(DIMENSION_IDS))
      .min(1)
      .max(3)
      .optional()
      .describe('Explain by these'),
    limit: PageLimit.default(8).describe('Rows for each driver'),
    cursor: Cursor,
    maxTokens: { tool: MaxTokens },
  },
  rules: changeRules,
  async read({ ctx: { app }, site, by, now, minAskers }, input) {
    const page = listPage(app, `drivers ${by} ${site.row.id}`, input, input)
    const [start] = opened(page, input.cursor) ?? [0]
    const explained = await explainChange(site, input, { now, minAskers })
    return { explained, start: Number(start), goOnAt: (value: number) => signed(page, [value]) }
  },
  answer: DriversResult,
  async toAnswer({ explained, start, goOnAt }, { site }, { limit }) {
    const result = driversResult(explained, { from: start, limit })
    return {
      ...result,
      dataFreshness: await dataFreshness(site),
      nextCursor: result.truncated ? goOnAt(start + limit) : null,
    }
  },
  toolAnswer: Table,
  toToolAnswer({ explained, start, goOnAt }, { site }, sizes) {
    const { run, before, change, found, isRatio, notes } = explained
    const page = fittingPage(sizes, (values) =>
      [
        ...(start === 0 ? [totalRow(change)] : []),
        ...found.flatMap((one) =>
          driverRows(one, { from: start, limit: values, change: change.effect }),
        ),
      ].map((row) => (isRatio ? row : countRow(row, change.sides.scale)).map(shortNumber)),
    )
    const next = start + page.values
    return {
      site: site.row.domain,
      range: { ...formatRange(run.range), timezone: run.zone },
      comparedWith: formatRange(before),
      columns: isRatio
        ? [...COLUMNS, 'rate_effect', 'mix_effect', 'verdict']
        : [...COLUMNS, 'verdict'],
      rows: page.rows,
      untrusted: found.some(({ dimension }) => isForeign(dimension)) ? ['value'] : [],
      notes,
      nextCursor: found.some((one) => one.drivers.length > next) ? goOnAt(next) : null,
    }
  },
})

/** A count before is told as it was; effects compare with as many days. The two effects of a rate are left out. */
const countRow = (row: readonly Cell[], scale: number): Cell[] => {
  const [dimension = null, value = null, now = null, before = null] = row
  const counted = typeof before === 'number' ? Math.round(before / scale) : before
  return [dimension, value, now, counted, ...row.slice(4, 6), row[8] ?? null]
}

/** Fits as many values of each driver as an answer may cost, up to the limit and at least one. */
function fittingPage(
  { limit, maxTokens }: { limit: number; maxTokens?: number | undefined },
  page: (values: number) => Cell[][],
) {
  for (let values = limit; ;) {
    const rows = page(values)
    const kept = rowsWithinBudget(rows, maxTokens)
    if (kept === rows.length || values === 1) return { values, rows }
    values = Math.max(1, Math.min(values - 1, Math.floor((values * kept) / rows.length)))
  }
}

const COLUMNS = ['dimension', 'value', 'now', 'before', 'effect', 'share_of_change']

const totalRow = ({ value, valueBefore, effect, verdict }: Change): Cell[] => [
  '(total)',
  '',
  value,
  valueBefore,
  effect,
  1,
  null,
  null,
  verdict,
]
