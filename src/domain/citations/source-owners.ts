import { findByHost } from '../../lib/web/find-by-host.ts'
import type { SourceOwner } from './answer-reading.ts'
import type { Brand } from './brand.ts'
import { readSourceHost } from './source-address.ts'

export interface OwnerOfSource {
  owner: SourceOwner
  /** The name of the competitor. */
  competitor: string | null
}

const OWN: OwnerOfSource = { owner: 'own', competitor: null }
const OTHER: OwnerOfSource = { owner: 'other', competitor: null }

/**
 * Returns a function that says whose a host is. A domain has all hosts below it, except those that a longer domain has;
 * where the site and a competitor name the same domain, it is the site's.
 */
export function sourceOwners(
  hosts: readonly string[],
  { competitors }: Brand,
): (host: string) => OwnerOfSource {
  const byDomain = new Map<string, OwnerOfSource>()
  const add = (domain: string, owner: OwnerOfSource): void => {
    const host = readSourceHost(domain) ?? domain
    if (!byDomain.has(host)) byDomain.set(host, owner)
  }
  for (const host of hosts) add(host, OWN)
  for (const { name, domains } of competitors) {
    for (const domain of domains) add(domain, { owner: 'competitor', competitor: name })
  }
  return (host) => findByHost(host, byDomain) ?? OTHER
}
