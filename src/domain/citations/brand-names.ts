import { domainToUnicode } from 'node:url'
import { isAddressName, isGenericName } from '../page/site-name.ts'
import type { Brand } from './brand.ts'
import { foldedForm } from './fold-answer.ts'
import type { SoughtName } from './name-finder.ts'
import { readSourceHost } from './source-address.ts'

/** A brand that is looked for in answers. */
export interface TrackedBrand {
  name: string
  isOwn: boolean
}

const OWN: TrackedBrand = { name: '', isOwn: true }

/** The most characters of a name that are looked for. */
const MAX_NAME = 200
const HAS_LETTER = /[\p{L}\p{N}]/u
/** Matches trade marks, which answers write behind a name or leave out. */
const MARKS_OF_TRADE = /[™℠®©]/g

/**
 * Lists the names and hosts to look for in answers, folded: those of the site's own brand, then those of its
 * competitors. `siteName` is left out where any site may be called so, it is an address, or a competitor has it.
 */
export function soughtNames(
  hosts: readonly string[],
  brand: Brand,
  siteName: string,
): SoughtName<TrackedBrand>[] {
  const rivals = rivalNames(brand)
  const isOfRival = isNameOf(siteName, rivals)
  const known = isOfRival ? hosts[0] : siteName
  const own: TrackedBrand = { name: brand.names[0] ?? known ?? siteName, isOwn: true }
  return [
    ...namesIn(brand, siteName, isOfRival).flatMap((name) => nameOf(name, own)),
    ...hosts.flatMap((host) => hostNames(host, own)),
    ...rivals,
  ]
}

/**
 * Lists the names of a site's own brand: those that its owner states, and `siteName` unless it is generic, an address
 * or a competitor's name.
 */
export const ownNames = (brand: Brand, siteName: string): string[] =>
  namesIn(brand, siteName, isNameOf(siteName, rivalNames(brand)))

const namesIn = ({ names }: Brand, siteName: string, isOfRival: boolean): string[] =>
  isOfRival || isGenericName(siteName) || isAddressName(siteName)
    ? [...names]
    : [...names, siteName]

const rivalNames = ({ competitors }: Brand): SoughtName<TrackedBrand>[] =>
  competitors.flatMap(({ name, domains, aliases }) => {
    const competitor: TrackedBrand = { name, isOwn: false }
    return [
      ...[name, ...aliases].flatMap((alias) => nameOf(alias, competitor)),
      ...domains.flatMap((domain) => hostNames(domain, competitor)),
    ]
  })

const isNameOf = (siteName: string, rivals: readonly SoughtName<TrackedBrand>[]): boolean =>
  nameOf(siteName, OWN).some(({ text }) => rivals.some((one) => one.text === text))

function nameOf(name: string, brand: TrackedBrand): SoughtName<TrackedBrand>[] {
  const bare = name.slice(0, MAX_NAME).replaceAll(MARKS_OF_TRADE, '')
  const text = foldedForm(bare.trim().replaceAll(/\s+/g, ' '))
  return HAS_LETTER.test(text) ? [{ text, kind: 'name', of: brand }] : []
}

/** Returns a host in its two spellings to look for: as addresses have it and as people write it. */
function hostNames(domain: string, brand: TrackedBrand): SoughtName<TrackedBrand>[] {
  const host = readSourceHost(domain)
  if (host === undefined) return []
  const spellings = new Set([host, foldedForm(domainToUnicode(host))])
  return [...spellings].map((text) => ({ text, kind: 'host', of: brand }))
}
