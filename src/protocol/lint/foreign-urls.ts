import { KnownValues } from './known-values.ts'
import { readUrl } from '../read-url.ts'

/**
 * The most lists of sources whose matchers are kept: the pages of a site, one after the other, have mostly the same
 * sources.
 */
const MAX_KNOWN_SOURCES = 200

interface Sources {
  readonly origins: ReadonlySet<string>
  readonly hosts: ReadonlySet<string>
  readonly hostnames: ReadonlySet<string>
}

const knownSources = new KnownValues<Sources>(MAX_KNOWN_SOURCES)

/** The checks of addresses against declared sources: hosts, `host:port` or origins. */
export interface SourceMatcher {
  /** True for a URL, as it was written, that belongs to a source. */
  readonly isSource: (url: string) => boolean
  /** True for a host, in lower case and without a port, that belongs to a source. */
  readonly isOwnHost: (host: string) => boolean
}

/** Makes the checks for a list of declared sources. */
export function sourceMatcher(sources: readonly string[]): SourceMatcher {
  const { origins, hosts, hostnames } = sourcesOf(sources)
  return {
    isOwnHost: (host) => hostnames.has(host),
    isSource: (written) => {
      // Most URLs are plain addresses of the site itself and need no parser.
      const plainHost = PLAIN_URL.exec(written)?.[1]
      if (plainHost !== undefined && hosts.has(plainHost)) return true
      const url = partsOf(written)
      if (url === undefined) return false
      return origins.has(url.origin) || hosts.has(url.host)
    },
  }
}

const PLAIN_URL = /^https:\/\/([a-z0-9.-]{1,253})(?:[/?#]|$)/

const sourcesOf = (list: readonly string[]): Sources =>
  knownSources.getOrMake(list.join('\n'), () => readSources(list))

function readSources(list: readonly string[]): Sources {
  const origins = new Set<string>()
  const hosts = new Set<string>()
  for (const source of list) {
    if (source.includes('://')) origins.add(readUrl(source)?.origin ?? '')
    else hosts.add(readUrl(`https://${source}`)?.host ?? '')
  }
  const hostnames = new Set([...origins, ...hosts].map(hostnameOf))
  return { origins, hosts, hostnames }
}

const hostnameOf = (source: string): string =>
  source.replace(/^https?:\/\//, '').replace(/:\d+$/, '')

/**
 * Returns the parts of an address that decide whether it belongs to a source; undefined for one that no source can
 * declare.
 */
function partsOf(written: string): { origin: string; host: string } | undefined {
  // Some programs take what stands before a backslash for a user, others for a host.
  if (written.includes('\\')) return undefined
  const isAbsolute = /^https?:/i.test(written)
  const whole = isAbsolute ? written : `https://${written.replace(/^\/\//, '')}`
  if (!isAbsolute && /^[a-z]+:/i.test(written)) return undefined
  const url = readUrl(cutForeignScript(whole))
  if (url === undefined || url.username !== '' || url.password !== '') return undefined
  return { origin: url.origin, host: url.host.replace(/\.(?=:|$)/, '') }
}

/**
 * Cuts a URL such as `https://example.com根据…` where its script changes: words in another script that follow a Latin
 * host without a space are not part of it.
 */
function cutForeignScript(url: string): string {
  return url.replace(
    /^(https?:[\\/]*[^\\/?#]*?\.[a-z]{2,24})[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][^./\\?#@:]*$/iu,
    '$1',
  )
}
