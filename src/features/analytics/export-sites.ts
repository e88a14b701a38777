import { csvRow } from '../../../db/export/cells.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { withMark } from '../../kernel/door/byte-order-mark.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { type RowStream, STREAM_TYPES } from '../../kernel/door/row-stream.ts'
import type { SiteHead } from '../../kernel/names/meant-sites.ts'
import { type LeftOut, leftOutFor } from '../../kernel/reads/left-out.ts'
import { notesOnLeft, someDomains } from '../../kernel/reads/sites-notes.ts'
import { QueryTimeoutError } from '../../../db/errors.ts'
import { notesOnFiles } from './export-notes.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { formatOf, type FileInput } from './export-file.ts'
import type { ExportInput } from './export-input.ts'
import { fileColumnsOf, type ExportServices, queryPages, pageTextOf } from './export-query.ts'
import { headOf, type RowInput, rowQuery } from './export-rows.ts'

/** The sites whose rows make one file. */
export interface ExportedSites {
  db: OrgContext['db']
  /** The sites in the order of their ids. */
  heads: readonly SiteHead[]
}

/** A piece of a file, with the number of rows in it. */
interface FilePart {
  text: string | Uint8Array
  rows: number
}

/**
 * Returns the rows of several sites as one file, site after site in the order of their ids, each row with its site in
 * front. A site that is deleted meanwhile, takes too long, or comes after the row at which `maxRows` ends the file has
 * no rows there, and a note at the end names it.
 */
export async function exportSitesFile(
  app: ExportServices,
  sites: ExportedSites,
  input: FileInput,
): Promise<RowStream> {
  assertNoLimit(input)
  const format = formatOf(input)
  // The meaning of today stays the same from the first site to the last.
  const nowMs = app.now()
  const { isOneOfSeveral = sites.heads.length > 1 } = app
  const services = { ...app, now: () => nowMs, isOneOfSeveral }
  const left: LeftOutOfFile = { sites: [], endedIn: undefined, behind: [] }
  const parts = partsOf(services, sites, input, left)
  const notes = await notesOnFiles(services, sites, input)
  // The first part is read before the file begins, so that a refusal is still answered as one.
  const first = await parts.next()
  async function* chunks(): AsyncGenerator<string | Uint8Array> {
    if (first.done !== true) yield first.value.text
    for await (const { text } of parts) yield text
  }
  const fileName = `citable-${sites.heads.length}-sites.${format}`
  const file = { mimeType: STREAM_TYPES[format], fileName, nextCursor: null, chunks: chunks() }
  return withMark(input, { ...file, notes, leftOut: () => notesOnLeftOut(left) })
}

/**
 * The parts that a file lacks: sites that were left out, the site in which `maxRows` ended the file, and domains of the
 * sites behind it.
 */
interface LeftOutOfFile {
  sites: LeftOut[]
  endedIn: string | undefined
  behind: string[]
}

const notesOnLeftOut = ({ sites, endedIn, behind }: LeftOutOfFile): string[] => [
  ...notesOnLeft(sites),
  ...(endedIn === undefined ? [] : [`maxRows ended the file in ${endedIn}`]),
  ...(behind.length > 0 ? [`left out: ${someDomains(behind)}: behind maxRows`] : []),
]

/** Throws VALIDATION_FAILED for a page of a file of several sites, since such a file has no pages. */
export function assertNoLimit({ format, limit }: Pick<ExportInput, 'format' | 'limit'>): void {
  if (format === 'json' || limit === undefined) return
  throw invalidField('limit', 'not_for_files', 'A file of several sites has maxRows, no limit')
}

async function* partsOf(
  app: ExportServices,
  { db, heads }: ExportedSites,
  input: FileInput,
  out: LeftOutOfFile,
): AsyncGenerator<FilePart> {
  let left = input.maxRows ?? Infinity
  let isBegun = false
  for (const head of heads) {
    if (left <= 0) {
      out.behind.push(head.domain)
      continue
    }
    const site = await db.sites.find(head.id)
    if (!site) {
      out.sites.push(leftOutFor(head, 'deleted'))
      continue
    }
    let hasRows = false
    try {
      for await (const part of siteParts(app, site, input, { left, isBegun })) {
        left -= part.rows
        isBegun = true
        hasRows ||= part.rows > 0
        yield part
      }
      if (left <= 0) out.endedIn = head.domain
    } catch (error) {
      // A site of which a part was sent is not listed as left out: the file breaks off, as it does after any failure.
      if (hasRows || !(error instanceof QueryTimeoutError)) throw error
      out.sites.push(leftOutFor(head, 'too_costly'))
    }
  }
}

function siteParts(
  app: ExportServices,
  site: SiteDb,
  input: FileInput,
  { left, isBegun }: { left: number; isBegun: boolean },
): AsyncGenerator<FilePart> {
  const begun = { most: left === Infinity ? undefined : left, isBegun }
  return input.rows === 'query'
    ? queryParts(app, site, input, begun)
    : rowParts(app, site, { ...input, rows: input.rows }, begun)
}

interface Begun {
  most: number | undefined
  /** True once the head of the file was sent. */
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
