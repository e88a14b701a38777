import * as z from 'zod'
import { rowsWithinBudget } from '../../kernel/token-budget.ts'
import { cursorBinding } from '../../kernel/cursor.ts'
import { Cursor, MaxTokens, PageLimit } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { Table, type Cell } from '../../kernel/table.ts'
import { DIMENSION_IDS, isForeign } from './dimensions.ts'
import { driverRows, type Change } from './drivers.ts'
import { explainChange } from './explain-change.ts'
import { MetricName } from './query.ts'
import { shortNumber } from '../../kernel/numbers.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { toolArguments } from './tool-query.ts'
import { changeRules } from './explain-change.ts'

/** What a change is of; the fields of the tool and of the route. */
export const changeFields = {
  metrics: z.array(MetricName).length(1, { error: 'Name one metric' }).describe('What changed'),
  dimensions: z.array(z.enum(DIMENSION_IDS)).min(1).max(3).optional().describe('Explain by these'),
  limit: PageLimit.default(8).describe('Rows for each driver'),
  cursor: Cursor,
}

const Input = z.strictObject({ ...toolArguments, ...changeFields, maxTokens: MaxTokens })

/** Explains the change of a metric as a sum over the values of up to three dimensions, the largest first. */
export const comparePeriods = defineOperation({
  name: 'analytics.comparePeriods',
  summary: 'Why a metric changed: what each page, engine or country did to it',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: Input,
  output: Table,
  rules: changeRules,
  async handler({ app, db }, input) {
    const site = await findSite(db, input.site)
    const { run, before, change, found, isRatio, notes } = await explainChange(site, input, {
      now: app.now(),
      minAskers: MIN_ASKERS,
    })
    const binding = cursorBinding(`compare_periods ${site.row.id}`, input)
    const from = input.cursor === undefined ? 0 : Number(app.cursors.open(binding, input.cursor)[0])
    const page = fittingPage(input, (values) =>
      [
        ...(from === 0 ? [totalRow(change)] : []),
        ...found.flatMap((one) => driverRows(one, { from, limit: values, change: change.effect })),
      ].map((row) => (isRatio ? row : countRow(row, change.sides.scale)).map(shortNumber)),
    )
    const next = from + page.values
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
      nextCursor: found.some((one) => one.drivers.length > next)
        ? app.cursors.sign(binding, [next])
        : null,
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
  { limit, maxTokens }: { limit: number; maxTokens: number },
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
