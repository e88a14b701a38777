import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { SitemapReader, type SitemapEntry } from '../../../core/sitemap/sitemap-reader.ts'
import { FetchError } from '../../../net/fetch-error.ts'
import type { GuardedClient } from '../../../net/guarded-client.ts'
import type { StepWriter } from './step-writer.ts'
import { warn } from './tally.ts'
import { foundAt, type VisitContext } from './visit-page.ts'

const MAX_BYTES = 50 * 1024 * 1024
const MAX_FILES = 200
const MAX_URLS = 200_000
const MAX_REDIRECTS = 5
const PIECE = 256 * 1024
const GZIP = Buffer.from([0x1f, 0x8b])

interface Parts {
  client: GuardedClient
  context: VisitContext
  writer: StepWriter
  options: { timeoutMs: number; signal: AbortSignal; userAgent: string }
}

/** Follows sitemaps and indexes of them, those that robots.txt names or the one at the usual place. */
export async function readSitemaps(parts: Parts, named: readonly string[]): Promise<void> {
  const { scope } = parts.context
  const queue = named.length > 0 ? [...new Set(named)] : [`${scope.origin}/sitemap.xml`]
  const seen = new Set(queue)
  let urls = 0
  for (let file = 0; file < queue.length && file < MAX_FILES && urls < MAX_URLS; file += 1) {
    const body = await fetchFile(parts, queue[file] ?? '')
    if (body === undefined) {
      if (named.length > 0) warn(parts.context.tally, 'SITEMAP_UNREADABLE')
      continue
    }
    for await (const entries of readEntries(body)) {
      for (const { loc } of entries.filter(({ kind }) => kind === 'sitemap')) {
        if (!seen.has(loc)) queue.push(loc)
        seen.add(loc)
      }
      urls += await store(parts, entries)
      if (urls >= MAX_URLS) break
    }
  }
}

/** Reads piece by piece, so that neither a large file nor one that inflates without end holds the process up. */
async function* readEntries(body: Buffer): AsyncGenerator<SitemapEntry[]> {
  const reader = new SitemapReader()
  const decoder = new TextDecoder()
  let bytes = 0
  try {
    for await (const piece of piecesOf(body)) {
      bytes += piece.length
      if (bytes > MAX_BYTES) break
      yield reader.push(decoder.decode(piece, { stream: true }))
      await turn()
    }
  } catch (error) {
    // A file that is cut or no gzip at all: what was read so far counts.
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) {
      throw error
    }
  }
  yield reader.end()
}

async function* piecesOf(body: Buffer): AsyncGenerator<Uint8Array> {
  if (body.subarray(0, 2).equals(GZIP)) {
    yield* Readable.from([body]).pipe(createGunzip())
    return
  }
  for (let at = 0; at < body.length; at += PIECE) yield body.subarray(at, at + PIECE)
}

/** Answers how many pages the entries name. */
async function store(
  { context, writer }: Parts,
  entries: readonly SitemapEntry[],
): Promise<number> {
  const pages = entries.filter(({ kind }) => kind === 'page')
  const found = pages.flatMap(({ loc, lastmod }) => {
    const place = context.scope.resolve(loc)
    const modifiedAt = lastmod === undefined ? null : Date.parse(lastmod)
    return place ? [foundAt(context, place, 0, modifiedAt)] : []
  })
  if (found.length > 0) await writer.find(found, 'discover')
  return pages.length
}

/** Undefined for a file that is not there or cannot be had; the scan goes on by links. */
async function fetchFile(
  { client, context, options }: Parts,
  url: string,
): Promise<Buffer | undefined> {
  // A sitemap of another host says nothing about this site that it could vouch for.
  const place = context.scope.resolve(url)
  if (!place) return undefined
  try {
    const answer = await client.request(place.url, {
      headers: { 'user-agent': options.userAgent, accept: 'application/xml, text/xml, text/plain' },
      timeoutMs: options.timeoutMs,
      signal: options.signal,
      maxBytes: MAX_BYTES,
      maxRedirects: MAX_REDIRECTS,
    })
    return answer.status === 200 ? answer.body : undefined
  } catch (error) {
    options.signal.throwIfAborted()
    if (error instanceof FetchError) return undefined
    throw error
  }
}
