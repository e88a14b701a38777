import * as z from 'zod'
import { Cursor, MaxTokens, PageLimit } from '../../kernel/door/inputs.ts'
import { type Cell, shortNumber, Table } from '../../kernel/reads/table.ts'
import { keptMonthsOf } from '../../kernel/verdicts/kept-days.ts'
import { type VerdictColumns, verdictColumns } from './verdict-columns.ts'
import { COMPACT_SCHEMAS } from '../../kernel/reads/compact-schema.ts'
import { defineSiteRead } from '../../kernel/reads/define-site-read.ts'
import { listPage, opened, signed } from '../../kernel/reads/paging.ts'
import {
  type Budget,
  budgetOf,
  rowsWithinBudget,
  type TableFrame,
} from '../../kernel/reads/token-budget.ts'
import { dataFreshness } from './data-freshness.ts'
import { DIMENSION_IDS, isForeign } from './dimensions.ts'
import { type Change, type DriverRow, driverRows } from './drivers.ts'
import { driversResult, DriversResult, SitesDriversResult } from './drivers-result.ts'
import { assertAddsUp, explainSites } from './explain-sites.ts'
import { bySite, SITE, SITES_DIMENSION_IDS } from './sites-plan.ts'
import { changeRules, explainChange, type ExplainedChange } from './explain-change.ts'
import { BRIEFLY, BriefMetric, NAMING_UNMEASURED } from './query.ts'
import { assertMayCount } from './query-rules.ts'
import { plainFields } from './question-fields.ts'

const Drivers = z
  .array(z.enum(DIMENSION_IDS, NAMING_UNMEASURED).register(COMPACT_SCHEMAS, BRIEFLY))
  .min(1)
  .max(3)
  .optional()
  .describe('Explain by these')
const SitesDrivers = z
  .array(z.enum(SITES_DIMENSION_IDS, NAMING_UNMEASURED).register(COMPACT_SCHEMAS, BRIEFLY))
  .min(1)
  .max(3)
  .optional()
  .describe('Explain by these')

/**
 * GET /analytics/:siteId/drivers, /analytics/drivers and compare_periods: the change of a metric as a sum over the
 * values of up to three dimensions, the largest first.
 */
export const comparePeriods = defineSiteRead({
  name: 'analytics.readDrivers',
  summary: 'Why a metric of one site changed: what each page, engine or country did to it',
  anyOf: ['analytics:read'],
  withoutWords: true,
  path: '/analytics/:siteId/drivers',
  fields: {
    ...plainFields,
    compare: plainFields.compare.describe('previous_period previous_year or a range'),
    metrics: z.array(BriefMetric).length(1, { error: 'Name one metric' }).describe('What changed'),
    // The route of one site does not take the dimension site.
    dimensions: { route: Drivers, tool: SitesDrivers, sites: SitesDrivers },
    limit: PageLimit.default(8).describe('Rows for each driver'),
    cursor: Cursor,
    maxTokens: { tool: MaxTokens },
  },
  rules: changeRules,
  async read({ ctx, site, by, now, minAskers }, input) {
    assertMayCount(ctx.principal, input)
    const page = listPage(ctx.app, `drivers ${by} ${site.row.id}`, input, input)
    const [start] = opened(page, input.cursor) ?? [0]
    const keptMonths = keptMonthsOf(ctx)
    const explained = await explainChange(site, input, { now, minAskers, keptMonths })
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
  toToolAnswer: (found, { site, ctx }, sizes) => ({
    site: site.row.domain,
    ...driversTable(found, sizes, budgetOf(ctx.caller, sizes)),
  }),
  overSites: {
    summary: 'Why a metric of several sites changed: what each site, engine or country did to it',
    isAsked: bySite,
    rules: [(_, { metrics: [metric] }) => metric && assertAddsUp(metric)],
    async read(question, input) {
      const { ctx, by, names } = question
      assertMayCount(ctx.principal, input)
      const bound = { ...input, site: names }
      const page = listPage(ctx.app, `drivers of sites ${by} ${ctx.db.orgId}`, bound, input)
      const [start] = opened(page, input.cursor) ?? [0]
      const explained = await explainSites(question, input)
      return { explained, start: Number(start), goOnAt: (value: number) => signed(page, [value]) }
    },
    answer: SitesDriversResult,
    toAnswer({ explained, start, goOnAt }, _, { limit }) {
      const result = driversResult(explained, { from: start, limit })
      return {
        ...result,
        dataFreshness: null,
        leftOut: explained.left,
        nextCursor: result.truncated ? goOnAt(start + limit) : null,
      }
    },
    toToolAnswer: (found, { ctx }, sizes) =>
      driversTable(found, sizes, budgetOf(ctx.caller, sizes)),
  },
})

interface ExplainedPage {
  explained: ExplainedChange
  start: number
  goOnAt: (value: number) => string | null
}

/** Makes a tool's table of a page of drivers. The first page also shows the change as a whole. */
function driversTable(
  { explained, start, goOnAt }: ExplainedPage,
  { limit }: { limit: number },
  budget: Budget,
): Table {
  const { range, before, timezone, change, found, isRatio, notes } = explained
  const shownRows = (values: number) => [
    ...(start === 0 ? [totalRow(change)] : []),
    ...found.flatMap((one) =>
      driverRows(one, { from: start, limit: values, change: change.effect }),
    ),
  ]
  // The columns are those of all rows, even where the page shows fewer.
  const { names } = verdictsOf(shownRows(limit))
  const columns = [
    ...COLUMNS,
    ...(isRatio ? ['rate_effect', 'mix_effect'] : []),
    ...names,
    'effect_is',
  ]
  const page = fittingPage({ limit, frame: { columns, notes }, budget }, (values) => {
    const rows = shownRows(values)
    const told = verdictsOf(shownRows(limit))
    return rows.map((row, i) => cellsOf(row, { isRatio, scale: change.sides.scale }, told, i))
  })
  const next = start + page.values
  return {
    range: { ...range, timezone },
    comparedWith: before,
    columns,
    rows: page.rows,
    untrusted: found.some(({ dimension }) => dimension !== SITE && isForeign(dimension))
      ? ['value']
      : [],
    notes: [...notesOnDrivers(found, next), ...notes],
    nextCursor: found.some((one) => one.drivers.length > next) ? goOnAt(next) : null,
  }
}

/** Says how many values a dimension has in all, for each dimension with more values than are shown. */
const notesOnDrivers = (found: ExplainedChange['found'], shown: number): string[] =>
  found.flatMap(({ dimension, drivers }) =>
    drivers.length > shown ? [`${dimension}: ${drivers.length} values in all`] : [],
  )

const verdictsOf = (rows: readonly DriverRow[]): VerdictColumns =>
  verdictColumns(rows.map(({ judged }) => judged))

/**
 * Makes the cells of a row. The count before is the one of the compared range, unscaled, while effects compare as many
 * days on both sides. A table of counts has no cells for the two effects of a rate.
 */
function cellsOf(
  { cells, isCause }: DriverRow,
  { isRatio, scale }: { isRatio: boolean; scale: number },
  verdicts: VerdictColumns,
  row: number,
): Cell[] {
  const [dimension = null, value = null, now = null, before = null] = cells
  const counted = typeof before === 'number' ? Math.round(before / scale) : before
  const own = isRatio ? cells : [dimension, value, now, counted, ...cells.slice(4, 6)]
  const named = isCause === null ? null : isCause ? 'cause' : 'arithmetic'
  return [...own.map(shortNumber), ...verdicts.cells(row), named]
}

/** Cuts a page to as many values of each driver as the budget of an answer holds, from one up to the limit. */
function fittingPage(
  { limit, frame, budget }: { limit: number; frame: TableFrame; budget: Budget },
  page: (values: number) => Cell[][],
) {
  for (let values = limit; ;) {
    const rows = page(values)
    const kept = rowsWithinBudget(rows, frame, budget)
    if (kept === rows.length || values === 1) return { values, rows }
    values = Math.max(1, Math.min(values - 1, Math.floor((values * kept) / rows.length)))
  }
}

const COLUMNS = ['dimension', 'value', 'now', 'before', 'effect', 'share_of_change']

const totalRow = ({ value, valueBefore, effect, judged }: Change): DriverRow => ({
  cells: ['(total)', '', value, valueBefore, effect, effect === null ? null : 1, null, null],
  judged,
  isCause: null,
})
