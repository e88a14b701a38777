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

/** Characters of a name that is looked for. */
const MAX_NAME = 200
const HAS_LETTER = /[\p{L}\p{N}]/u

/**
 * The names of a site's own brand and of its competitors, folded, the own ones first. A site whose owner has stated no names
 * is known by its own, unless any site may be called so.
 */
export function soughtNames(
  hosts: readonly string[],
  brand: Brand,
  siteName: string,
): SoughtName<TrackedBrand>[] {
  const isTelling = !isGenericName(siteName) && !isAddressName(siteName)
  const names = brand.names.length > 0 ? brand.names : [siteName].filter(() => isTelling)
  const own: TrackedBrand = { name: brand.names[0] ?? siteName, isOwn: true }
  return [
    ...names.flatMap((name) => nameOf(name, own)),
    ...hosts.flatMap((host) => hostNames(host, own)),
    ...brand.competitors.flatMap(({ name, aliases, domains }) => {
      const competitor: TrackedBrand = { name, isOwn: false }
      return [
        ...[name, ...aliases].flatMap((alias) => nameOf(alias, competitor)),
        ...domains.flatMap((domain) => hostNames(domain, competitor)),
      ]
    }),
  ]
}

function nameOf(name: string, brand: TrackedBrand): SoughtName<TrackedBrand>[] {
  const text = foldedForm(name.slice(0, MAX_NAME).trim().replaceAll(/\s+/g, ' '))
  return HAS_LETTER.test(text) ? [{ text, kind: 'name', of: brand }] : []
}

/** A host as addresses have it and as people write it. */
function hostNames(domain: string, brand: TrackedBrand): SoughtName<TrackedBrand>[] {
  const host = readSourceHost(domain)
  if (host === undefined) return []
  const spellings = new Set([host, foldedForm(domainToUnicode(host))])
  return [...spellings].map((text) => ({ text, kind: 'host', of: brand }))
}
