import * as z from 'zod'
import { hasAnyScope } from '../../kernel/door/access.ts'
import type { SiteRow } from '../../../db/site-row.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { checkEach } from '../../kernel/door/every-refusal.ts'
import { ALL_SITES, headsOf, meantSites, type SiteHead } from '../../kernel/names/meant-sites.ts'
import type { By } from '../../kernel/reads/fields.ts'
import { RangeText } from '../../kernel/reads/range.ts'
import { questionOfSites } from '../../kernel/reads/sites-question.ts'
import { shortNumber, type Table } from '../../kernel/reads/table.ts'
import { assertWholes, BriefMetric, countSites } from '../analytics/face.ts'
import type { CursorKey } from '../../kernel/credentials/cursor.ts'
import { SearchText } from '../../kernel/door/inputs.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import type { OrgPrincipal } from '../../kernel/door/principal.ts'
import { defineList } from '../../kernel/reads/define-list.ts'
import type { WantedRows } from '../../kernel/reads/paging.ts'
import { INSTALL_STATUS, installStatus } from '../widget/face.ts'
import { toLastScan } from './last-scan.ts'
import { Site, toSite } from './site.ts'
import { keptMonthsOf } from '../../kernel/verdicts/kept-days.ts'
import { SiteNumbers, siteNumbers } from './site-numbers.ts'

const ListedSite = Site.extend({
  numbers: SiteNumbers.optional().describe('Where stats asks for them'),
  metrics: z
    .record(z.string(), z.number().nullable())
    .optional()
    .describe('Where they are asked for, over days of the site’s time zone; null: left out'),
}).meta({ id: 'Site' })

const MAX_METRICS = 3

interface Sought {
  query?: string | undefined
  installStatus?: (typeof INSTALL_STATUS)[number] | undefined
}

const maySeeSettings = (principal: OrgPrincipal): boolean => hasAnyScope(principal, ['sites:read'])

/**
 * GET /sites and list_sites: the sites, oldest first, or by a metric. The tool also serves a model that looks for one
 * site: a caller who may only read numbers sees the names of sites alone, and wherever a site is asked for, its domain
 * names it in fewer tokens than an id.
 */
export const listSites = defineList({
  name: 'sites.list',
  summary: 'List the sites of the organization',
  access: { by: 'scope', anyOf: ['sites:read'] },
  path: '/sites',
  fields: {
    // Objects have room for 28 numbers of each site.
    stats: { route: z.enum(['28d']).optional().describe('Also the numbers of so many days') },
    // A model looks for one among many; a program has all of them.
    query: { tool: SearchText.optional().describe('Part of the name or domain') },
    installStatus: { tool: z.enum(INSTALL_STATUS).optional().describe('State of the widget') },
    metrics: z
      .array(BriefMetric)
      .min(1)
      .max(MAX_METRICS)
      .optional()
      .describe('To sort by, up to three'),
    // Other tools of the same list spell out the forms of a range.
    range: { route: RangeText.optional(), tool: RangeText.optional().describe('Of metrics') },
    orderBy: z.string().max(60).optional().describe('- in front: high to low'),
  },
  rules: [
    ({ principal }, asked) => assertMetricsMayBeRead(principal, asked),
    (_, { metrics = [] }) => assertWholes(metrics),
  ],
  toolRules: [
    ({ principal }, { installStatus: asked }) => assertStatusMayBeRead(principal, asked),
    ({ principal }, asked) => assertMetricsMayBeRead(principal, asked),
    (_, { metrics = [] }) => assertWholes(metrics),
  ],
  async read({ ctx, by }, { stats, metrics, range, orderBy, ...sought }, wanted) {
    const { app, principal } = ctx
    assertStatusMayBeRead(principal, sought.installStatus)
    assertMetricsMayBeRead(principal, { metrics, range, orderBy })
    const seesSettings = maySeeSettings(principal)
    const found = metrics
      ? await readRanked(ctx, sought, wanted, { by, metrics, range, orderBy })
      : { sites: await readSites(ctx, sought, wanted), notes: [] }
    const scanned = seesSettings ? await readScans(ctx, found.sites, by) : undefined
    const mayCount = hasAnyScope(principal, ['analytics:read'])
    const numbers =
      stats &&
      (await siteNumbers(ctx.db, found.sites, {
        now: app.now(),
        mayCount,
        keptMonths: keptMonthsOf(ctx),
      }))
    return {
      rows: found.sites.map((site) => ({
        site,
        scan: scanned?.scans.get(site.num),
        numbers: numbers?.of.get(site.id),
        pages: scanned?.pages?.get(site.num) ?? 0,
        counted: found.valuesOf?.get(site.id),
      })),
      metrics: metrics ?? [],
      ...(found.soughtTo && { soughtTo: found.soughtTo }),
      ...(found.range && { range: found.range }),
      notes: [
        ...found.notes,
        ...(numbers?.notes ?? []),
        ...(seesSettings ? [] : ['install_status, pages and last_scan need sites:read']),
      ],
    }
  },
  key: ({ site, counted }) => [counted?.end ?? site.id],
  item: ListedSite,
  toItem: ({ site, scan, numbers, counted }, { ctx: { app } }) => ({
    ...toSite(site, scan && toLastScan(scan), app.now()),
    ...(numbers && { numbers }),
    ...(counted && { metrics: counted.values }),
  }),
  table: {
    access: { by: 'scope', anyOf: ['sites:read', 'analytics:read'], withoutWords: true },
    columns: ({ metrics }, { ctx: { app, principal } }) => ({
      domain: ({ site }) => site.domain,
      name: ({ site }) => site.name,
      timezone: ({ site }) => site.timezone,
      ...(maySeeSettings(principal) && {
        install_status: ({ site }) => installStatus(site, app.now()),
        pages: ({ pages }) => pages,
        last_scan: ({ scan }) => scan?.state ?? null,
      }),
      ...Object.fromEntries(metrics.map((id) => [id, countOf(id)])),
    }),
    untrusted: ['name'],
  },
})

const countOf =
  (id: string) =>
  ({ counted }: { counted: Counted | undefined }) =>
    shortNumber(counted?.values[id] ?? null)

/** Reads the last scans of sites, and for a model also how many pages the sites have. */
async function readScans({ db }: OrgContext, sites: readonly SiteRow[], by: By) {
  const nums = sites.map(({ num }) => num)
  const scans = await db.sites.newestScans(nums)
  return { scans, pages: by === 'tool' ? await db.sites.countPages(nums) : undefined }
}

interface Counted {
  values: Record<string, number | null>
  /** The place of the site in the whole order, from 1 on. */
  end: number
}

interface FoundSites {
  sites: SiteRow[]
  valuesOf?: ReadonlyMap<string, Counted>
  range?: Table['range']
  /**
   * The place from which the next page goes on, set where deleted sites left this page too short for its last row to
   * say so.
   */
  soughtTo?: CursorKey
  notes: readonly string[]
}

/** Reads a page of the sites in the order of their metrics, after the place where the page before ended. */
async function readRanked(
  ctx: OrgContext,
  sought: Sought,
  { after, limit }: WantedRows,
  { by, ...asked }: Parameters<typeof countSites>[1] & { by: By },
): Promise<FoundSites> {
  const heads = await soughtHeads(ctx, sought)
  const asking = { ctx, by, now: ctx.app.now(), minAskers: MIN_ASKERS, names: [ALL_SITES] }
  const question = questionOfSites(asking, heads)
  const { sites, frame } = await countSites(question, asked)
  const start = Number(after?.[0] ?? 0)
  const shown = sites.slice(start, start + limit)
  const valuesOf = new Map(
    shown.map(({ id, values }, i) => {
      const named = asked.metrics.map((metric, j) => [metric, values[j] ?? null] as const)
      return [id, { values: Object.fromEntries(named), end: start + i + 1 }]
    }),
  )
  const rows = await sitesOfIds(
    ctx,
    shown.map(({ id }) => id),
  )
  const end = start + shown.length
  return {
    sites: rows,
    valuesOf,
    ...(rows.length < shown.length && end < sites.length && { soughtTo: [end] }),
    ...(frame.range && { range: frame.range }),
    notes: frame.notes ?? [],
  }
}

async function soughtHeads(ctx: OrgContext, sought: Sought): Promise<readonly SiteHead[]> {
  if (sought.query === undefined && sought.installStatus === undefined) {
    const meant = await meantSites(ctx.db, [ALL_SITES])
    return headsOf(meant)
  }
  return soughtSites(ctx, sought)
}

/** Reads the rows of sites in the order of `ids`, without sites that were deleted. */
async function sitesOfIds({ db }: OrgContext, ids: readonly string[]): Promise<SiteRow[]> {
  if (ids.length === 0) return []
  const rows = await db.sites.query().selectAll().where('id', 'in', ids).execute()
  const places = new Map(ids.map((id, i) => [id, i]))
  return rows.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}

/** Reads a page of sites in the order of their ids; if `sought` has conditions, only the sites that meet them. */
async function readSites({ app, db }: OrgContext, sought: Sought, { after, limit }: WantedRows) {
  let all = db.sites.query().orderBy('id')
  if (after) all = all.where('id', '>', String(after[0]))
  const { query, installStatus: status } = sought
  if (query === undefined && status === undefined) return all.selectAll().limit(limit).execute()
  const found = await soughtSites({ app, db }, sought, after && String(after[0]))
  const ids = found.slice(0, limit).map(({ id }) => id)
  return ids.length === 0 ? [] : all.selectAll().where('id', 'in', ids).execute()
}

/** Finds the sites that meet the conditions, in the order of their ids, beginning after the id `after`. */
async function soughtSites(
  { app, db }: Pick<OrgContext, 'app' | 'db'>,
  { query, installStatus: status }: Sought,
  after = '',
): Promise<SiteHead[]> {
  const rows = await db.sites
    .query()
    .select(['id', 'domain', 'name', 'install_last_seen_at', 'rollup_timezone as zone'])
    .where('id', '>', after)
    .orderBy('id')
    .execute()
  const words = query?.toLowerCase() ?? ''
  return rows
    .filter((row) => status === undefined || installStatus(row, app.now()) === status)
    .filter(({ name, domain }) => `${name} ${domain}`.toLowerCase().includes(words))
}

interface AskedMetrics {
  metrics?: readonly unknown[] | undefined
  range?: string | undefined
  orderBy?: string | undefined
}

/** Throws VALIDATION_FAILED for metrics that the caller may not read, and for `range` or `orderBy` without metrics. */
function assertMetricsMayBeRead(principal: OrgPrincipal, asked: AskedMetrics): void {
  const { metrics, range, orderBy } = asked
  if (metrics && !hasAnyScope(principal, ['analytics:read'])) {
    throw invalidField('metrics', 'withheld', 'metrics needs analytics:read')
  }
  if (metrics) return
  const needs = { range, orderBy }
  checkEach(Object.entries(needs), ([name, value]) => {
    if (value === undefined) return
    throw invalidField(name, 'needs_metrics', `${name} is of metrics: name some`)
  })
}

function assertStatusMayBeRead(principal: OrgPrincipal, asked: string | undefined): void {
  if (asked === undefined || maySeeSettings(principal)) return
  throw invalidField('installStatus', 'withheld', 'installStatus needs sites:read')
}
