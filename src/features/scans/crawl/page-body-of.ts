import type { Clock } from '../../../lib/time/clock.ts'
import type { FetchResponse } from '../../../net/guarded-client.ts'
import type { CrawlScope } from './crawl-scope.ts'
import type { PageBody } from './read-body.ts'
import type { VisitedUrl } from './visit-outcomes.ts'

interface Reading {
  scope: CrawlScope
  now: Clock
  placeSelector: string | null
}

/** Makes of an answer the message from which a thread reads the page. */
export const pageBodyOf = (
  { scope: { hosts, parameters }, now, placeSelector }: Reading,
  { item, place }: VisitedUrl,
  { body: bytes, headers, truncated: isCut }: FetchResponse,
): PageBody => ({
  bytes,
  url: place.url,
  headers,
  modifiedAt: item.modifiedAt,
  knownHash: item.known?.contentHash ?? null,
  hosts,
  parameters,
  now: now(),
  placeSelector,
  isCut,
})
