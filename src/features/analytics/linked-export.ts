import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { invalidField, ServiceError } from '../../kernel/door/errors.ts'
import { ALL_SITES, areAll, siteHeadOf } from '../../kernel/names/meant-sites.ts'
import type { SitesQuestion } from '../../kernel/reads/sites-question.ts'
import {
  notesOfSites,
  notesOnLeft,
  someDomains,
  spanOf,
  zonesOf,
} from '../../kernel/reads/sites-notes.ts'
import type { LeftOut } from '../../kernel/reads/left-out.ts'
import { deadLink, LINK_MINUTES, type LinkGrant } from '../../kernel/credentials/link-signer.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import type { OrgPrincipal } from '../../kernel/door/principal.ts'
import { type StreamFormat, STREAM_TYPES } from '../../kernel/door/row-stream.ts'
import { siteRange } from '../../kernel/reads/range.ts'
import { addressOf } from '../../kernel/door/surface.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { zoneIso } from '../../lib/time/zone.ts'
import { type FileInput, formatOf } from './export-file.ts'
import { ExportInput } from './export-input.ts'
import type { ExportServices } from './export-query.ts'
import { type FileSize, joinedSize, measureExport } from './measure-export.ts'

/** The route that opens links to files. */
export const LINK_ROUTE = { surface: 'api', path: '/exports' } as const

/** The export that a link holds. It has all rows; those of questions may be narrowed by `only`. */
const LinkedExport = ExportInput.omit({
  siteId: true,
  limit: true,
  maxRows: true,
  after: true,
  cursor: true,
}).extend({
  format: z.enum(['csv', 'ndjson']),
  sites: z.array(z.string()).optional().describe('Ids, or all; in place of the one site'),
  only: z
    .strictObject({
      path: z.string().optional(),
      engines: z.array(z.string()).readonly(),
      words: z.array(z.string()).readonly(),
    })
    .optional(),
})

export type LinkedQuery = z.input<typeof LinkedExport>

/**
 * The answer of a tool that makes a link. Each answer has all fields, `notes` only if there are any. Fields are
 * optional in the schema since lists of tools describe what is required, and these names explain themselves.
 */
export const Link = z.object({
  url: z.string(),
  mimeType: z.string().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  rows: z.int().optional(),
  bytes: z.int().optional(),
  expiresAt: z.string().optional(),
  notes: z.array(z.string()).optional(),
})
type Link = z.input<typeof Link>

/** Makes a link to a file, for a caller with a key, and says how large the file is. */
export async function makeLink(
  { app, principal }: Pick<OrgContext, 'app' | 'principal'>,
  site: SiteDb,
  query: LinkedQuery,
  notes: readonly string[],
): Promise<Link> {
  const grant = { keyId: keyOf(principal), siteId: site.row.id, madeAt: app.now(), query }
  const { token, expiresAt } = app.links.sign(grant)
  const input = inputOf(grant)
  const size = await measureExport(servicesAt(app, grant), site, input)
  const range = await siteRange(site, input, grant.madeAt)
  const isOpen = range.instants.toMs > grant.madeAt
  return linkOf(app.publicUrl, token, {
    size,
    format: formatOf(input),
    name: site.row.domain,
    days: formatRange(range),
    until: zoneIso(site.row.rollup_timezone, expiresAt),
    notes: [...notes, ...size.notes, ...(isOpen ? [STILL_COUNTING] : [])],
  })
}

/**
 * Makes a link to a file of several sites: of the named ones, or of all sites that the key reaches when the link is
 * opened.
 */
export async function makeSitesLink(
  question: SitesQuestion,
  names: readonly string[],
  asked: LinkedQuery,
): Promise<Link> {
  const { ctx, heads, now } = question
  const { app, principal } = ctx
  const isAll = areAll(names)
  if (!isAll && heads.length > MAX_LINKED_SITES) throw tooManyNamed()
  const sites = isAll ? [ALL_SITES] : heads.map(({ id }) => id)
  const query = { ...asked, sites }
  const grant = { keyId: keyOf(principal), siteId: SEVERAL, madeAt: now, query }
  const { token, expiresAt } = app.links.sign(grant)
  const input = inputOf(grant)
  const { parts, left } = await question.each(async ({ site, isOneOfSeveral = false }) => {
    const one = { ...input, siteId: site.row.id }
    const range = await siteRange(site, input, now)
    const services = { ...servicesAt(app, grant), isOneOfSeveral }
    return { size: await measureExport(services, site, one), range }
  })
  const found = parts.map(({ found: one }) => one)
  const noted = parts.map(({ question: { site }, found: { size } }) => ({
    head: siteHeadOf(site),
    notes: size.notes,
  }))
  const isOpen = found.some(({ range }) => range.instants.toMs > now)
  return linkOf(app.publicUrl, token, {
    size: joinedSize(
      found.map(({ size }) => size),
      left.length > 0,
    ),
    format: formatOf(input),
    name: `${heads.length} sites`,
    days: spanOf(found.map(({ range }) => formatRange(range))),
    until: zoneIso('UTC', expiresAt),
    notes: [
      ...zonesOf(heads).notes,
      ...notesOnUnmeasured(left),
      ...notesOfSites(noted),
      ...(isOpen ? [STILL_COUNTING] : []),
    ],
  })
}

/** Says which sites of a link were not measured. The file has them all the same, unless they are deleted first. */
function notesOnUnmeasured(left: readonly LeftOut[]): string[] {
  const gone = left.filter(({ reason }) => reason === 'deleted')
  const late = left.filter(({ reason }) => reason !== 'deleted').map(({ domain }) => domain)
  return [
    ...notesOnLeft(gone),
    ...(late.length > 0 ? [`not measured in time, but in the file: ${someDomains(late)}`] : []),
  ]
}

interface Linked {
  size: FileSize
  format: StreamFormat
  name: string
  days: { from: string; to: string }
  until: string
  notes: readonly string[]
}

function linkOf(
  publicUrl: string,
  token: string,
  { size, format, name, days, until, notes }: Linked,
): Link {
  return {
    url: `${publicUrl}${addressOf(LINK_ROUTE)}?link=${token}`,
    mimeType: STREAM_TYPES[format],
    name: `${name} ${days.from}..${days.to}.${format}`,
    description: `${sizeText(size)}. It opens without a key until ${until}, for ${LINK_MINUTES} minutes: share it with care`,
    rows: size.rows,
    bytes: size.bytes,
    expiresAt: until,
    ...(notes.length > 0 && { notes: [...notes] }),
  }
}

/** The word in the address of a link that stands for several sites, which its query names. */
export const SEVERAL = 'several'
/** The most sites that a link names, since the ids of more do not fit into an address. */
const MAX_LINKED_SITES = 30

const tooManyNamed = (): ServiceError =>
  invalidField(
    'site',
    'too_many',
    `A link has room for ${MAX_LINKED_SITES} named sites; all takes every site`,
  )

const STILL_COUNTING = 'today is not over: what comes before the link is opened is in the file too'

function sizeText({ rows, bytes, isExact, isCut }: FileSize): string {
  const counted = `${isCut ? 'more than ' : ''}${rows} ${rows === 1 ? 'row' : 'rows'}`
  return `${counted}, ${isCut ? 'more than ' : isExact ? '' : 'about '}${bytes} bytes`
}

/** Returns the id of the caller's key, with which a link ends. Throws UNAUTHENTICATED for a caller without a key. */
function keyOf(principal: OrgPrincipal): string {
  if (principal.kind === 'key') return principal.keyId
  throw new ServiceError('UNAUTHENTICATED', 'A link to a file is made with an API key')
}

/**
 * Reads the export that a link grants. Throws INVALID_CREDENTIAL for a link of another release that this release cannot
 * read.
 */
export function inputOf({
  siteId,
  query,
}: LinkGrant): FileInput & { sites?: string[] | undefined } {
  const { success, data } = LinkedExport.safeParse(query)
  if (!success) throw deadLink()
  return { ...data, siteId }
}

/**
 * Returns the services of an export by a link: its clock stands at the time when the link was made, so that `today`
 * means that day, and topics of few readers share one name, as in every answer of a tool.
 */
export const servicesAt = (
  { cursors }: Pick<ExportServices, 'cursors'>,
  { madeAt }: Pick<LinkGrant, 'madeAt'>,
): ExportServices => ({ now: () => madeAt, cursors, minAskers: MIN_ASKERS })
