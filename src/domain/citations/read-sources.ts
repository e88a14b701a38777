import { registrableDomain } from '../../lib/web/registrable-domain.ts'
import { lineOrNull } from '../html/text.ts'
import type { ReadSource } from './answer-reading.ts'
import { categoryOfHost } from './category-of-host.ts'
import type { CitedSource, EngineAnswer, NamedSource, TextSpan } from './engine-answer.ts'
import { isInfrastructureHost } from './infrastructure-hosts.ts'
import { readSourceAddress, readSourceHost, type SourceAddress } from './source-address.ts'
import type { OwnerOfSource } from './source-owners.ts'
import { isSpanOf, mergeSpans } from './spans.ts'

/** The most distinct addresses of an answer that are kept, cited and retrieved ones together. */
const MAX_SOURCES = 200
/**
 * The most named addresses that are looked at in each list, and the most different ones of both lists that are read.
 */
const MAX_NAMED = 2_000
const MAX_READ = 400
const MAX_TITLE = 300
const MAX_CITED_TEXT = 500

interface ReadSources {
  sources: ReadSource[]
  /** Number of named addresses that are not among the sources: not of the web, an engine's own, or beyond the limit. */
  dropped: number
  /** The number of places of citations that fit nowhere in the text. */
  droppedSpans: number
}

type Found = ReadSource & { spans: TextSpan[] }

/**
 * Lists the distinct addresses of an answer, in its order: the cited ones with their positions, then those that were
 * only retrieved. The facts from several citations of one address are joined.
 */
export function readSources(
  { text, cited, retrieved }: Pick<EngineAnswer, 'text' | 'cited' | 'retrieved'>,
  ownerOf: (host: string) => OwnerOfSource,
): ReadSources {
  const byPage = new Map<string, Found>()
  // Engines name one address in the same words again and again.
  const byWords = new Map<string, Found | undefined>()
  let dropped = Math.max(cited.length - MAX_NAMED, 0) + Math.max(retrieved.length - MAX_NAMED, 0)
  let droppedSpans = 0
  const find = (named: NamedSource, role: ReadSource['role']): Found | undefined => {
    const address = byWords.size < MAX_READ ? addressOf(named) : undefined
    const known = address && byPage.get(address.pageUrl)
    if (!address || known || byPage.size === MAX_SOURCES) return known
    const source = newSource(address, ownerOf(address.host), role)
    if (source) byPage.set(address.pageUrl, source)
    return source
  }
  const take = (named: NamedSource, role: ReadSource['role']): Found | undefined => {
    const words = `${named.host ?? ''} ${named.url}`
    const source = byWords.has(words) ? byWords.get(words) : find(named, role)
    byWords.set(words, source)
    if (source) source.title ??= lineOrNull(named.title ?? undefined, MAX_TITLE)
    else dropped += 1
    return source
  }
  for (const named of cited.slice(0, MAX_NAMED)) {
    const source = take(named, 'cited')
    if (!source) continue
    source.position ??= byPage.size
    droppedSpans += addCitation(source, named, text)
  }
  for (const named of retrieved.slice(0, MAX_NAMED)) take(named, 'retrieved')
  const sources = Array.from(byPage.values(), (one) => ({ ...one, spans: mergeSpans(one.spans) }))
  return { sources, dropped, droppedSpans }
}

/** An address with the host that it leads to. */
interface LeadingAddress extends SourceAddress {
  /**
   * True where the address is the engine's own and only leads to a page: each answer may name that page by another one.
   */
  isDetour: boolean
}

/**
 * Reads an address; its host is the one to which the engine says it leads, where it says so. Undefined for no web
 * address.
 */
function addressOf({ url, host }: NamedSource): LeadingAddress | undefined {
  const address = readSourceAddress(url)
  if (!address) return undefined
  const toldHost = host === null ? undefined : readSourceHost(host)
  return toldHost === undefined
    ? { ...address, isDetour: false }
    : { ...address, host: toldHost, isDetour: true }
}

/**
 * Makes a source without citations of an address; undefined for the machinery of an engine, unless the site or a
 * competitor is that engine.
 */
function newSource(
  { url, pageUrl, host, isDetour }: LeadingAddress,
  { owner, competitor }: OwnerOfSource,
  role: ReadSource['role'],
): Found | undefined {
  if (owner === 'other' && isInfrastructureHost(host)) return undefined
  return {
    role,
    url,
    pageUrl: isDetour ? null : pageUrl,
    host,
    domain: registrableDomain(host),
    title: null,
    citedText: null,
    position: null,
    spans: [],
    owner,
    competitor,
    category: owner === 'other' ? categoryOfHost(host) : owner,
  }
}

/**
 * Adds to a source a citation, which counts even if its place in the text is unknown. Returns how many of its places
 * were dropped.
 */
function addCitation(
  source: Found,
  { citedText, spans, droppedSpans = 0 }: CitedSource,
  text: string,
): number {
  source.citedText ??= lineOrNull(citedText ?? undefined, MAX_CITED_TEXT)
  const fitting = spans.slice(0, MAX_NAMED).filter((span) => isSpanOf(text, span))
  source.spans.push(...fitting)
  return droppedSpans + spans.length - fitting.length
}
