import { csvRow } from '../../../db/export/cells.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { withMark } from '../../kernel/door/byte-order-mark.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { type RowStream, STREAM_TYPES } from '../../kernel/door/row-stream.ts'
import type { SiteHead } from '../../kernel/names/meant-sites.ts'
import { listPage, opened, signed } from '../../kernel/reads/paging.ts'
import { SITES_LIMIT_MS } from '../../kernel/reads/sites-in-turn.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { formatOf, type FileInput } from './export-file.ts'
import type { ExportInput } from './export-input.ts'
import {
  fileColumnsOf,
  type ExportServices,
  queryPage,
  queryPages,
  pageTextOf,
} from './export-query.ts'
import { headOf, rowPage, type RowInput, rowQuery } from './export-rows.ts'

/** Some sites whose rows make one file. */
interface ExportedSites {
  db: OrgContext['db']
  /** In the order of their ids. */
  heads: readonly SiteHead[]
}

/** A part of a file, with the number of its rows. */
interface FilePart {
  text: string | Uint8Array
  rows: number
}

/**
 * Answers the rows of several sites as one file, site after site in the order of their ids, each row with its site in front. A
 * site that is deleted meanwhile has none.
 */
export async function exportSitesFile(
  app: ExportServices,
  sites: ExportedSites,
  input: FileInput,
): Promise<RowStream> {
  assertNoLimit(input)
  const format = formatOf(input)
  // What is meant by today stays the same from the first site to the last.
  const nowMs = app.now()
  const { isOneOfSeveral = sites.heads.length > 1 } = app
  const parts = partsOf({ ...app, now: () => nowMs, isOneOfSeveral }, sites, input)
  // The first part is read before the file begins, so that a refusal is still answered as one.
  const first = await parts.next()
  async function* chunks(): AsyncGenerator<string | Uint8Array> {
    if (first.done !== true) yield first.value.text
    for await (const { text } of parts) yield text
  }
  const fileName = `citable-${sites.heads.length}-sites.${format}`
  const file = { mimeType: STREAM_TYPES[format], fileName, nextCursor: null, chunks: chunks() }
  return withMark(input, file)
}

/** Throws VALIDATION_FAILED for pages of a file of several sites, which has none. */
export function assertNoLimit({ format, limit }: Pick<ExportInput, 'format' | 'limit'>): void {
  if (format === 'json' || limit === undefined) return
  throw invalidField('limit', 'not_for_files', 'A file of several sites has maxRows, no limit')
}

async function* partsOf(
  app: ExportServices,
  { db, heads }: ExportedSites,
  input: FileInput,
): AsyncGenerator<FilePart> {
  let left = input.maxRows ?? Infinity
  let isBegun = false
  for (const { id } of heads) {
    const site = left > 0 ? await db.sites.find(id) : undefined
    if (!site) continue
    const most = left === Infinity ? undefined : left
    const parts =
      input.rows === 'query'
        ? queryParts(app, site, input, { most, isBegun })
        : rowParts(app, site, { ...input, rows: input.rows }, { most, isBegun })
    for await (const part of parts) {
      left -= part.rows
      isBegun = true
      yield part
    }
  }
}

interface Begun {
  most: number | undefined
  /** True where the file has its head already. */
  isBegun: boolean
}

async function* queryParts(
  app: ExportServices,
  site: SiteDb,
  input: FileInput,
  { most, isBegun }: Begun,
): AsyncGenerator<FilePart> {
  const format = formatOf(input)
  let hasHead = isBegun || format !== 'csv'
  for await (const page of queryPages(app, site, input, most)) {
    const head = hasHead ? '' : csvRow(['site', ...fileColumnsOf(page)])
    hasHead = true
    yield { text: head + pageTextOf(page, format, site.row.domain), rows: page.rows.length }
  }
}

async function* rowParts(
  app: ExportServices,
  site: SiteDb,
  input: RowInput,
  { most, isBegun }: Begun,
): AsyncGenerator<FilePart> {
  const ofSeveral = { ...input, ofSeveral: true }
  const format = formatOf(input)
  const query = await rowQuery(app, site, ofSeveral, format, most)
  if (!isBegun) yield { text: headOf(ofSeveral, format), rows: 0 }
  for await (const { bytes, rows } of site.exportRows(query)) yield { text: bytes, rows }
}

type Item = Record<string, string | number | null>

/**
 * Answers one page of the rows of several sites as objects. It goes on with the site that its time ended at, so one that has
 * found nothing may not be the last.
 */
export async function sitesPage(
  app: ExportServices & { elapsed: () => number },
  { db, heads, names }: ExportedSites & { names: readonly string[] },
  input: ExportInput,
  limit: number,
): Promise<{ items: Item[]; nextCursor: string | null }> {
  const { cursor, ...asked } = input
  const page = listPage(app, `export of sites ${db.orgId} ${names.join()}`, asked, {
    limit,
    cursor,
  })
  const [startId = '', startCursor = null] = opened(page, cursor) ?? []
  const services = { ...app, isOneOfSeveral: heads.length > 1 }
  const items: Item[] = []
  const startedAt = app.elapsed()
  let inner = startCursor === null ? undefined : String(startCursor)
  const left = heads.filter(({ id }) => id >= String(startId))
  for (const [i, { id }] of left.entries()) {
    const isLate = i > 0 && app.elapsed() - startedAt > SITES_LIMIT_MS
    if (isLate || items.length === limit) return { items, nextCursor: signed(page, [id, null]) }
    const site = await db.sites.find(id)
    if (!site) continue
    const one = { ...asked, siteId: id, cursor: inner }
    const found = await pageOfSite(services, site, one, limit - items.length)
    items.push(...found.items.map((item) => ({ site: site.row.domain, ...item })))
    if (found.nextCursor !== null) {
      return { items, nextCursor: signed(page, [id, found.nextCursor]) }
    }
    inner = undefined
  }
  return { items, nextCursor: null }
}

const pageOfSite = (
  app: ExportServices,
  site: SiteDb,
  input: ExportInput,
  limit: number,
): Promise<{ items: Item[]; nextCursor: string | null }> =>
  input.rows === 'query'
    ? queryPage(app, site, input, limit)
    : rowPage(app, site, { ...input, rows: input.rows }, limit)
