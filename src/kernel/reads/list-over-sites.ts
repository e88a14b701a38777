import * as z from 'zod'
import { loopTurns } from '../../lib/concurrency/loop-turns.ts'
import { Cursor, DefaultPageLimit } from '../door/inputs.ts'
import { defineOperation, type Operation, type OrgContext } from '../door/operation.ts'
import { headsOf, siteHeadOf, SiteReferences } from '../names/meant-sites.ts'
import { faceInput, filtersIn, type Filters, type ReadFields } from './fields.ts'
import type { LeftOut } from './left-out.ts'
import { sitesListOf } from './list.ts'
import {
  columnsOf,
  type Found,
  type ListDefinition,
  type RowOf,
  type Sizes,
  type TableOf,
  withNotes,
} from './list-operation.ts'
import { listPage, type ListPage, opened, pageOfRows, signed, withOneMore } from './paging.ts'
import { siteRules, type SiteQuestion } from './site-question.ts'
import { anyRules } from './site-rules.ts'
import { openSitesQuestion, questionOfSites, type SitesQuestion } from './sites-question.ts'
import { notesOnSite } from './site-notes.ts'
import { notesOfSites, notesOnLeft, spanOf, zonesOf } from './sites-notes.ts'
import { type Table } from './table.ts'
import { budgetOf, notesOnCut, type RowCount } from './token-budget.ts'
import { pathOverSites } from './define-site-read.ts'
import type { Scope } from '../door/scopes.ts'

/** The parts that let a list of one site be asked about several. */
export interface OverSites<F extends ReadFields, Read extends Found> {
  summary: string
  /** Compares two rows of different sites; equal rows stay in the order of their sites. */
  compare(a: RowOf<Read>, b: RowOf<Read>, filters: Filters<F>): number
}

/** A list of a site that may be asked about several. */
export interface SitesList<F extends ReadFields, Read extends Found, Item extends z.ZodObject>
  extends ListDefinition<SiteQuestion, F, Read, Item>, TableOf<SiteQuestion, Read> {
  anyOf: readonly [Scope, ...Scope[]]
  withoutWords?: true
  overSites: OverSites<F, Read>
}

interface RowOfSite<Read extends Found> {
  row: RowOf<Read>
  question: SiteQuestion
}

/** Rows of several sites, in their order, and facts about them. */
interface FoundOfSites<Read extends Found> {
  rows: RowOfSite<Read>[]
  /** The rows of the first site that was read, which decide the columns of the table. */
  first: { found: Read; question: SiteQuestion } | undefined
  left: LeftOut[]
  /** The number of rows of all sites. A site without a total of its own counts with the rows that were read of it. */
  total: RowCount
  frame: Pick<Table, 'range' | 'comparedWith' | 'notes'>
}

/** The most rows of an answer over several sites, since each page reads again from the first row. */
const MAX_ROWS = 1_000
/** The rows that are kept in addition to the wanted ones, before all that are not wanted are dropped. */
const SPARE_ROWS = 2_000

const pageOf = (
  { ctx, names }: SitesQuestion,
  name: string,
  input: Sizes & Readonly<Record<string, unknown>>,
): ListPage =>
  listPage(ctx.app, `${name} over sites ${ctx.db.orgId}`, { ...input, site: names }, input)

/** Reads rows of each site, puts them in one order, and keeps the wanted ones. */
async function readRows<F extends ReadFields, Read extends Found, Item extends z.ZodObject>(
  list: SitesList<F, Read, Item>,
  question: SitesQuestion,
  filters: Filters<F>,
  { until: wanted, now }: Part,
): Promise<FoundOfSites<Read>> {
  const places = new Map(question.heads.map(({ id }, i) => [id, i]))
  const placeOf = ({ question: { site } }: RowOfSite<Read>): number => places.get(site.row.id) ?? 0
  const inOrder = (rows: readonly RowOfSite<Read>[]): RowOfSite<Read>[] =>
    rows
      .toSorted((a, b) => list.overSites.compare(a.row, b.row, filters) || placeOf(a) - placeOf(b))
      .slice(0, wanted)
  let rows: RowOfSite<Read>[] = []
  const total: RowCount = { rows: 0, isMore: false }
  const { parts, left } = await question.each(async (each) => {
    const one = { ...each, now }
    const read = await list.read(one, filters, { after: undefined, limit: wanted })
    const found = withNotes(read, await notesOnSite(one.site, list.grounds ?? []))
    total.rows += found.total?.rows ?? found.rows.length
    total.isMore ||= found.total?.isMore ?? found.rows.length >= wanted
    rows.push(...found.rows.map((row) => ({ row, question: one })))
    if (rows.length > wanted + SPARE_ROWS) rows = inOrder(rows)
    // The rows are kept above, as far as they are wanted.
    return { ...found, rows: [] }
  })
  const sites = parts.map(({ question: one, found }) => ({ head: siteHeadOf(one.site), ...found }))
  const zones = zonesOf(sites.map(({ head }) => head))
  const told = sites.map(({ head, notes = [] }) => ({ head, notes }))
  const [first] = parts
  return {
    rows: inOrder(rows),
    first,
    left,
    total,
    frame: {
      ...rangesOf(sites, zones.timezone),
      notes: [...zones.notes, ...notesOnLeft(left), ...notesOfSites(told)],
    },
  }
}

function rangesOf(
  sites: readonly Pick<Found, 'range' | 'comparedWith'>[],
  timezone: string,
): Pick<Table, 'range' | 'comparedWith'> {
  const ranges = sites.flatMap(({ range }) => range ?? [])
  const compared = sites.flatMap(({ comparedWith }) => comparedWith ?? [])
  return {
    ...(ranges.length > 0 && { range: { ...spanOf(ranges), timezone } }),
    ...(compared.length > 0 && { comparedWith: spanOf(compared) }),
  }
}

/** The part of a list that a page reads: the rows from its start, as they were at one time. */
interface Part {
  until: number
  /** The time of the request for the first page, epoch ms: rows that came later would move those of the next pages. */
  now: number
}

/** Reads from a cursor the row at which a page begins, and the time of the request for the first page. */
function startOf(page: ListPage, asked: { now: number }): { start: number; now: number } {
  const [start = 0, now = asked.now] = opened(page, page.cursor) ?? []
  return { start: Number(start), now: Number(now) }
}

const ended = (end: number, isMore: boolean): string[] =>
  isMore && end >= MAX_ROWS ? [`rows behind the first ${MAX_ROWS}: name a site to see its own`] : []

/** Answers the tool about several sites: a table with the columns of one site, and the site of each row in front. */
export async function tableOverSites<
  F extends ReadFields,
  Read extends Found,
  Item extends z.ZodObject,
>(
  list: SitesList<F, Read, Item>,
  question: SitesQuestion,
  input: Sizes & { maxTokens: number },
): Promise<Table> {
  const filters = filtersIn(list.fields, { ...input })
  const page = pageOf(question, list.name, { ...input })
  const { start, now } = startOf(page, question)
  const part = { until: withOneMore(start + page.limit), now }
  const { rows, first, total, frame } = await readRows(list, question, filters, part)
  const columns = first ? columnsOf(list, first.found, first.question) : {}
  const cells = Object.values(columns)
  const cut = await loopTurns.map(rows.slice(start), ({ row, question: of }) => ({
    cells: [of.site.row.domain, ...cells.map((cell) => cell(row, of))],
  }))
  const keyed = cut.map((row, i) => ({ ...row, key: [start + i + 1, now] }))
  const names = ['site', ...Object.keys(columns)]
  const budget = budgetOf(question.ctx.caller, input)
  const shown = pageOfRows(
    keyed,
    { limit: input.limit, frame: { columns: names, notes: frame.notes ?? [] }, budget },
    page,
  )
  const isCut = shown.nextCursor !== null
  const end = ended(start + shown.rows.length, isCut)
  const isFile = list.isFile ?? false
  const notes = [...notesOnCut({ shown: shown.rows.length, total, isCut, isFile }), ...end]
  return {
    ...frame,
    notes: [...(frame.notes ?? []), ...notes],
    columns: names,
    ...shown,
    nextCursor: end.length > 0 ? null : shown.nextCursor,
    untrusted: list.untrusted.filter((column) => Object.hasOwn(columns, column)),
  }
}

/** Declares the route of a list over several sites, whose path does not name a site. */
export function listRouteOverSites<
  F extends ReadFields,
  Read extends Found,
  Item extends z.ZodObject,
>(list: SitesList<F, Read, Item>): Operation {
  const { name, overSites, path, fields, rules = [], anyOf, untrustedFields = [] } = list
  const OfSite = { siteId: z.string(), domain: z.string(), timezone: z.string() }
  return defineOperation({
    name: `${name}OverSites`,
    summary: overSites.summary,
    access: { by: 'scope', anyOf },
    http: { method: 'get', path: pathOverSites(path) },
    input: faceInput<Sizes>('sites', {
      before: { site: SiteReferences },
      fields,
      behind: { limit: DefaultPageLimit, cursor: Cursor },
    }),
    rules: anyRules([...siteRules('siteId').tool, ...rules]),
    output: sitesListOf(list.item.extend(OfSite)),
    async handler(ctx: OrgContext, input) {
      const { asked, meant } = await openSitesQuestion(ctx, input, 'route')
      const heads = headsOf(meant)
      const question = questionOfSites(asked, heads)
      const filters = filtersIn(fields, input)
      const page = pageOf(question, name, input)
      const { start, now } = startOf(page, question)
      const end = start + page.limit
      const part = { until: withOneMore(end), now }
      const { rows, left, frame } = await readRows(list, question, filters, part)
      const isMore = rows.length > end
      const items = await loopTurns.map(rows.slice(start, end), ({ row, question: of }) => {
        const item = list.toItem(row, of)
        const { id: siteId, domain, rollup_timezone: timezone } = of.site.row
        return item === undefined ? [] : [{ ...item, siteId, domain, timezone }]
      })
      return {
        items: items.flat(),
        nextCursor: isMore && end < MAX_ROWS ? signed(page, [end, now]) : null,
        untrusted: [...untrustedFields],
        notes: [...(frame.notes ?? []), ...ended(end, isMore)],
        leftOut: left,
      }
    },
  })
}
