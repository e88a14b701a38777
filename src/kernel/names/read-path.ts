import type { SiteDb } from '../../../db/site-db.ts'
import { stripHiddenCharacters } from '../../domain/html/hidden-text.ts'
import { normaliseUrlPath, parseWebUrl } from '../../lib/web/web-url.ts'
import { invalidField } from '../door/errors.ts'
import { addressesAt, pageAt } from './page-at.ts'
import { domainsOf, isWithin } from './site-host.ts'
import { isWebAddress } from '../../lib/web/is-web-address.ts'

const MAX_TOLD = 80

export interface ReadPath {
  path: string
  /** True where a `*` in the path stands for any characters. */
  isGlob: boolean
  /** A note for the answer on how the path was read; undefined where it was read as it was sent. */
  told: string | undefined
}

interface PathReading {
  /** True where other sites are asked the same question too: an address of another site then means no page here. */
  isOneOfSeveral?: boolean | undefined
  /** True where a folder without a page of its own does not include the pages in it. */
  isWhole?: boolean
}

/**
 * Reads a page as people name it: by its path, with or without slashes at the ends, by its whole address, with `*`, or by
 * a title that no other page has. Throws VALIDATION_FAILED for an address of another site, if only one is asked about.
 */
export async function readPath(
  site: SiteDb,
  text: string,
  field = 'path',
  { isOneOfSeveral, isWhole = false }: PathReading = {},
): Promise<ReadPath> {
  const asked = text.trim()
  const place = placeOf(site, asked)
  if (place !== undefined) return readPlace(site, { asked, place, isWhole })
  if (isOneOfSeveral) return elsewhere(asked)
  throw invalidField(field, 'foreign_address', `That address is not of ${site.row.domain}`)
}

async function readPlace(
  site: SiteDb,
  { asked, place, isWhole }: { asked: string; place: string; isWhole: boolean },
): Promise<ReadPath> {
  if (place.includes('*')) return { path: place, isGlob: true, told: told(asked, place) }
  const path = addressesAt(site, place)?.at(-1) ?? place
  const found =
    (await pageAt(site, place)) ??
    (await pageAt(site, withOtherEnd(place))) ??
    (await titled(site, asked))
  if (found === undefined && !isWhole && path !== '/' && path.endsWith('/')) {
    // A folder without a page of its own means the pages in it.
    const inside = `${path}*`
    return { path: inside, isGlob: true, told: told(asked, inside) }
  }
  const read = found ?? path
  return { path: read, isGlob: false, told: told(asked, read) }
}

/** Reads an address of another site, which stays as it is, since no path of a site has this form. */
const elsewhere = (address: string): ReadPath => ({
  path: address,
  isGlob: address.includes('*'),
  told: `${shown(address)} is not an address of this site`,
})

/** Returns the same path and query with a slash at the end of the path, or without that slash. */
function withOtherEnd(place: string): string {
  const [path = '', ...query] = place.split('?')
  const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
  return [other === '' ? '/' : other, ...query].join('?')
}

/** Returns the note on how a page was read; an empty list where it was read as it was sent. */
export const notesOnPath = (page: ReadPath | undefined): string[] =>
  page?.told === undefined ? [] : [`path: ${page.told}`]

async function titled(site: SiteDb, text: string): Promise<string | undefined> {
  if (text.startsWith('/')) return undefined
  const paths = await site.names.pathsTitled(text)
  return paths.length === 1 ? paths[0] : undefined
}

/** Says how a caller's word was read; undefined where it was read as it is. */
export const told = (asked: string, read: string): string | undefined =>
  asked === read ? undefined : `${shown(asked)} → ${shown(read)}`

/** Writes a caller's word for an answer: on one line, without hidden characters, and with at most 80 characters. */
export const shown = (word: string): string =>
  stripHiddenCharacters(word.slice(0, MAX_TOLD * 4))
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TOLD)

/**
 * Returns path and query of an address of the site, of a text that begins with its host, or of a text without a slash
 * in front; undefined for an address of another site.
 */
function placeOf(site: SiteDb, text: string): string | undefined {
  const isWhole = isWebAddress(text)
  const host = (isWhole ? text.replace(/^https?:\/\//i, '') : text).split('/', 1)[0] ?? ''
  const name = host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/:\d+$/, '')
  const { domain } = site.row
  const isOwn = domainsOf(site.row).some((own) => isWithin(name, own))
  if (isWhole && !isOwn) return undefined
  const rest = isWhole || isOwn ? text.slice(text.indexOf(host) + host.length) : text
  const path = rest.startsWith('/') ? rest : `/${rest}`
  const url = parseWebUrl(path, `https://${domain}`)
  // An address encodes what it must; the stars of a glob stay.
  return url ? normaliseUrlPath(url.pathname) + normaliseUrlPath(url.search) : path
}
