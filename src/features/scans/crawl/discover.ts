import type { FoundUrl, PreviousPage } from '../../../../db/scans/scan-rows.ts'
import type { ScanStore } from '../../../../db/scans/scan-store.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { GuardedClient } from '../../../net/guarded-client.ts'
import type { Limits } from './limits.ts'
import type { OpenSite } from './open-site.ts'
import { readSitemaps, type SitemapParts } from './read-sitemaps.ts'
import type { StepWriter } from './step-writer.ts'
import { readTally } from './tally.ts'
import { foundAt, type VisitContext } from './visit-page.ts'

/** Depth of an address that failed in the scan before: once more, and it is forgotten. */
export const LAST_TRY = -1
/** Addresses of a transaction. */
const STEP = 2_000
const KNOWN_STEP = 500
/** Of the pages that are gone, those are asked for that were not for the longest time. */
const MAX_GONE = 200

export interface Discovery {
  client: GuardedClient
  store: ScanStore
  scanNum: number
  context: VisitContext
  writer: StepWriter
  limits: Limits
  site: OpenSite
  options: SitemapParts['options']
  now: Clock
}

/**
 * Writes down where a scan begins: the start page, what sitemaps name, and what is known of earlier scans. A run that is
 * cut short while it does so is made again as a whole.
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
  if (start) await writer.find([foundAt(context, start, 0)], 'discover')
  const find = async (found: readonly FoundUrl[]): Promise<boolean> => {
    const room = limits.room(writer.discovered)
    await writer.find(found.slice(0, room), 'discover')
    return found.length <= room
  }
  const isOver = (): boolean => limits.isLate
  await readSitemaps({ ...discovery, pace: site.pace, isOver, find }, site.robots)
  await findKnown(discovery)
  await findLeft(discovery, left, find)
  await findGone(discovery)
  await writer.find([], 'fetch')
}

/**
 * Where a scan could not keep every link that it found, pages that stay as they are have to be read again, once what was
 * kept is used up or more pages are wanted.
 */
async function decideToReadAnew(
  { store, scanNum, context: { tally }, limits }: Discovery,
  hasWaiting: boolean,
): Promise<void> {
  const before = await store.previousScan(scanNum)
  const isCut = before !== undefined && readTally(before.tally).isCut
  tally.readsAnew = isCut && (!hasWaiting || limits.maxPages > before.maxPages)
  tally.isCut = isCut && !tally.readsAnew
}

/** As if the page was never sent, save that what it said is known. */
export const unread = (known: PreviousPage | undefined): PreviousPage | undefined =>
  known && { ...known, etag: null, lastModified: null, bodyHash: null }

/** What earlier scans left: it may be wanted by now, or there may be room for it; what failed is asked for once more. */
async function findLeft(
  { context }: Discovery,
  left: Awaited<ReturnType<ScanStore['carriedOverUrls']>>,
  find: (found: readonly FoundUrl[]) => Promise<boolean>,
): Promise<void> {
  for (let from = 0; from < left.length; from += STEP) {
    const found = left.slice(from, from + STEP).flatMap(({ url, depth, hasFailed }) => {
      const place = context.scope.resolve(url)
      return place ? [foundAt(context, place, hasFailed ? LAST_TRY : Math.min(0, depth))] : []
    })
    if (await find(found)) continue
    context.tally.isCut = true
    return
  }
}

/** Pages that were gone may be back, and the pages that lead to them may not be read again. */
async function findGone({ store, context, writer }: Discovery): Promise<void> {
  const found = (await store.goneUrls(MAX_GONE)).flatMap((url) => {
    const place = context.scope.resolve(url)
    return place ? [foundAt(context, place, 0)] : []
  })
  if (found.length > 0) await writer.find(found, 'discover')
}

/**
 * The pages of earlier scans: one that did not change is not read again, so its links would be lost. One whose address is
 * spelled in another way by now is the page of that address.
 */
async function findKnown({ store, context, writer }: Discovery): Promise<void> {
  for (let after = 0; ;) {
    const pages = await store.knownUrls(after, KNOWN_STEP)
    const placed = pages.flatMap(({ num, path, url }) => {
      const place = context.scope.resolve(url)
      return place ? [{ num, place, isMoved: place.path !== path }] : []
    })
    const found = placed.map(({ place }) => foundAt(context, place, 0))
    if (found.length > 0) await writer.find(found, 'discover')
    const moved = placed.filter(({ isMoved }) => isMoved)
    await store.setStates(
      moved.map(({ num }) => num),
      'redirected',
    )
    const last = pages.at(-1)
    if (!last || pages.length < KNOWN_STEP) return
    after = last.num
  }
}
