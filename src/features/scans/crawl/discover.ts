import type { FoundUrl, PreviousPage } from '../../../../db/scans/scan-rows.ts'
import type { PageStateStore } from '../../../../db/scans/page-state-store.ts'
import type { ScanStore } from '../../../../db/scans/scan-store.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { GuardedClient } from '../../../net/guarded-client.ts'
import type { ScopedUrl } from './crawl-scope.ts'
import type { CrawlLimits } from './crawl-limits.ts'
import type { OpenSite } from './open-site.ts'
import { readSitemaps, type SitemapParts } from './read-sitemaps.ts'
import type { StepWriter } from './step-writer.ts'
import { readTally } from './tally.ts'
import { toFoundUrl, type VisitContext } from './read-page-answer.ts'
import { rowGroups } from '../../../kernel/reads/paging.ts'

/** The depth that marks an address that failed in the last scan: it is requested once more, and then forgotten. */
export const LAST_TRY_DEPTH = -1
/** The most addresses that one transaction stores. */
const STEP = 2_000
const KNOWN_STEP = 500
/** The most gone pages that are requested again, beginning with those that were not requested for the longest time. */
const MAX_GONE = 200

export interface Discovery {
  client: GuardedClient
  store: ScanStore
  pages: PageStateStore
  scanNum: number
  context: VisitContext
  writer: StepWriter
  limits: CrawlLimits
  site: OpenSite
  options: SitemapParts['options']
  now: Clock
}

/**
 * Stores the addresses where a scan begins: the start page, those in sitemaps, and those that earlier scans left. A run
 * that dies before the end of this begins it again.
 */
export async function discover(discovery: Discovery, startUrl: string): Promise<void> {
  const { store, scanNum, context, writer, limits, site } = discovery
  const { scope } = context
  const left = await store.carriedOverUrls(scanNum)
  await decideToReadAnew(
    discovery,
    left.some(({ isWaiting }) => isWaiting),
  )
  const start = scope.resolve(startUrl)
  if (start) await writer.find([startOf(context, start)], 'discover')
  const find = async (found: readonly FoundUrl[]): Promise<boolean> => {
    const room = limits.room(writer.discovered)
    await writer.find(found.slice(0, room), 'discover')
    return found.length <= room
  }
  const isOver = (): boolean => limits.isLate
  await readSitemaps({ ...discovery, throttle: site.throttle, isOver, find }, site.robots)
  await findKnown(discovery)
  await findCarriedOver(discovery, left, find)
  await findGone(discovery)
  await writer.find([], 'fetch')
}

/**
 * Decides whether unchanged pages are read again. They are where an earlier scan could not keep every link that it
 * found, and the kept ones are used up or more pages are wanted than then, and where the site has hosts that it did not
 * have before.
 */
async function decideToReadAnew(
  { store, scanNum, context: { tally, scope }, limits }: Discovery,
  hasWaiting: boolean,
): Promise<void> {
  const before = await store.previousScan(scanNum)
  tally.hosts = [...scope.hosts]
  if (!before) return
  const { isCut, hosts, otherHosts } = readTally(before.tally)
  tally.linkedBefore = otherHosts
  const isUsedUp = isCut && (!hasWaiting || limits.maxPages > before.maxPages)
  tally.readsAnew = isUsedUp || hasNewHosts(hosts ?? scope.hosts, scope.hosts)
  tally.isCut = isCut && !tally.readsAnew
}

/** True where the site has a host that it did not have at the last scan: links of unchanged pages may lead there. */
const hasNewHosts = (before: readonly string[], now: readonly string[]): boolean =>
  now.some((host) => !before.includes(host))

/**
 * Returns the entry of the start page. It is requested for its links even if the owner's bounds leave the page itself
 * out.
 */
function startOf(context: VisitContext, start: ScopedUrl): FoundUrl {
  const found = toFoundUrl(context, start, 0, { isPage: true })
  const isLeftOut = !context.scope.wants(start.path) && !context.isExcluded(start.path)
  return isLeftOut && context.mayFetch(start.path) ? { ...found, state: 'waiting' } : found
}

/** Removes the validators of a known page, so that the server sends it again; its record stays known. */
export const withoutValidators = (known: PreviousPage | undefined): PreviousPage | undefined =>
  known && { ...known, etag: null, lastModified: null, bodyHash: null }

/**
 * Stores the addresses that earlier scans found and did not visit, for which there may be room now, and those that
 * failed.
 */
async function findCarriedOver(
  { context }: Discovery,
  left: Awaited<ReturnType<ScanStore['carriedOverUrls']>>,
  find: (found: readonly FoundUrl[]) => Promise<boolean>,
): Promise<void> {
  for (let from = 0; from < left.length; from += STEP) {
    const found = left.slice(from, from + STEP).flatMap(({ url, depth, hasFailed }) => {
      const place = context.scope.resolve(url)
      return place
        ? [toFoundUrl(context, place, hasFailed ? LAST_TRY_DEPTH : Math.min(0, depth))]
        : []
    })
    if (await find(found)) continue
    context.tally.isCut = true
    return
  }
}

/**
 * Stores the addresses of pages that were gone: they may be back, although the pages that link to them are not read
 * again.
 */
async function findGone({ pages, context, writer }: Discovery): Promise<void> {
  const found = (await pages.goneUrls(MAX_GONE)).flatMap((url) => {
    const place = context.scope.resolve(url)
    return place ? [toFoundUrl(context, place, 0, { isPage: true })] : []
  })
  if (found.length > 0) await writer.find(found, 'discover')
}

/**
 * Stores the addresses of the pages of earlier scans, since the links of an unchanged page are not read again. A page
 * whose address is now normalized in another way becomes a redirect to that address.
 */
async function findKnown({ pages, context, writer }: Discovery): Promise<void> {
  const read = (after: number) => pages.knownUrls(after, KNOWN_STEP)
  const groups = rowGroups(0, read, { size: KNOWN_STEP, placeOf: ({ num }) => num })
  for await (const known of groups) {
    const placed = known.flatMap(({ num, path, url }) => {
      const { scope } = context
      // The address of the site may be another one since then; its pages are known by their paths.
      const place = scope.resolve(url) ?? scope.resolve(`${scope.origin}${path}`)
      return place ? [{ num, place, isMoved: place.path !== path }] : []
    })
    const found = placed.map(({ place }) => toFoundUrl(context, place, 0, { isPage: true }))
    if (found.length > 0) await writer.find(found, 'discover')
    const moved = placed.filter(({ isMoved }) => isMoved)
    await pages.setStates(
      moved.map(({ num }) => num),
      'redirected',
    )
  }
}
