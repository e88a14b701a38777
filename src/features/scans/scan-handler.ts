import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { Job } from '../../../db/jobs/job-store.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { Trx } from '../../../db/tables/schema.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { ScanRow } from '../../../db/scans/scan-rows.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { scanSettingsOf } from './scan-settings.ts'
import { FetchError } from '../../net/fetch-error.ts'
import type { GuardedClient } from '../../net/guarded-client.ts'
import { Cancellation } from '../../queue/cancellation.ts'
import type { RunningJob } from '../../queue/job-handler.ts'
import type { CrawlSettings } from './crawl/crawl-parts.ts'
import { BodyReader } from './crawl/body-reader.ts'
import type { PageBody, ReadBody } from './crawl/read-body.ts'
import { type CrawlScope, siteScope } from './crawl/crawl-scope.ts'
import { readTally, type ScanTally, setWarning } from './crawl/tally.ts'
import { isMostlyElsewhere, keepLinks, warnOfElsewhere } from './elsewhere.ts'
import { endScan, type ScanEnd } from './end-scan.ts'
import { countPlaces } from './count-places.ts'
import { decideAddresses } from './decide-addresses.ts'
import { nameScannedSite } from './name-scanned-site.ts'
import { settleNames } from './settle-names.ts'
import { forgetOutdatedPages, scoreScannedSite } from './score-scanned-site.ts'
import { noPagesFailure, scanFailure, unreachableFailure } from './scan-failure.ts'
import { isEnded, ScanOptions } from './scan.ts'

const Payload = z.object({ orgId: z.string(), scanId: z.string() })

export interface ScanParts {
  app: AppContext
  /** Returns the client, which is made with the first scan. */
  client: () => Promise<GuardedClient>
  settings: Omit<CrawlSettings, 'maxPages'>
  /** Returns a test whether rules of the site exclude a page, by its path and host. */
  exclusions(site: SiteDb): Promise<(path: string, host: string) => boolean>
  /** Returns the owner's selector of the place for the widget; null without one. */
  placeSelector(site: SiteDb): Promise<string | null>
  /** Analyses the pages whose records are new, and those that an earlier run left. */
  analysePages(
    db: TenantDb,
    site: SiteDb,
    running: Pick<RunningJob, 'signal' | 'progressed'>,
  ): Promise<void>
  /** Stops offering pages that rules exclude or whose path is barred, and offers those again that are neither. */
  applyExclusions(
    site: SiteDb,
    isBarred: ((path: string) => boolean) | undefined,
    signal: AbortSignal,
  ): Promise<void>
  /** Parses HTML pages in a thread; rejects where the thread does not survive them. */
  readBodies: (bodies: readonly PageBody[]) => Promise<ReadBody[]>
  /** Gets the error for which a page could not be read. */
  unreadable: (error: unknown) => void
  /** Writes prompts for pages that are new or changed, and for those that an earlier run left. */
  writePrompts(
    db: TenantDb,
    site: SiteDb,
    running: Pick<RunningJob, 'signal' | 'progressed'>,
    /** Called within the transaction of each step, with the counts of this run. */
    afterStep: (site: SiteDb, run: Written) => Promise<void>,
  ): Promise<unknown>
}

/** The numbers of prompts that a run has written so far. */
interface Written {
  generated: number
  updated: number
  /** The number of pages for which a language model wrote no usable text. */
  fellBack: number
}

interface Found {
  db: TenantDb
  site: SiteDb
  row: ScanRow
}

async function find({ app }: ScanParts, job: Job): Promise<Found | undefined> {
  const { orgId, scanId } = Payload.parse(JSON.parse(job.payload))
  const db = app.tenant(orgId)
  const found = await db.scans.find(scanId)
  return found && !isEnded(found.row) ? { db, ...found } : undefined
}

export async function runScan(parts: ScanParts, running: RunningJob): Promise<void> {
  const found = await find(parts, running.job)
  if (!found) return // the scan was deleted with its site, or ended by an earlier run that died before it could say so
  const { app } = parts
  const { site, row } = found
  const isOurs = await site.scans.update(row.num, {
    state: 'running',
    attempts: row.attempts + 1,
    ...(row.started_at === null && { started_at: app.now() }),
  })
  if (!isOurs) return // the scan was canceled a moment ago
  app.signals.changed(row.id)
  const tally = readTally(row.tally)
  const end = await crawlUnlessCanceled(parts, running, found, tally)
  await endScan(app, found, end, tally, (trx) => running.complete(trx))
}

/** Crawls a site and returns how the scan ends. A scan that is canceled meanwhile ends with all that it has stored. */
async function crawlUnlessCanceled(
  parts: ScanParts,
  running: RunningJob,
  found: Found,
  tally: ScanTally,
): Promise<ScanEnd> {
  const { app } = parts
  const { scans } = found.site
  const { id, num } = found.row
  const work = { id, isCanceled: () => scans.isCanceled(num) }
  await using cancellation = new Cancellation(app, work, running.signal)
  try {
    const { signal } = cancellation
    const end = await crawlSite(parts, { ...running, signal }, found, tally)
    return (await scans.isCanceled(num)) ? CANCELED : end
  } catch (error) {
    if (cancellation.isCause) return CANCELED
    throw error
  }
}

const CANCELED: ScanEnd = { state: 'canceled', error: null }

async function crawlSite(
  parts: ScanParts,
  running: RunningJob,
  found: Found,
  tally: ScanTally,
): Promise<ScanEnd> {
  const { site, row } = found
  const options = ScanOptions.parse(JSON.parse(row.options))
  const startUrl = options.startUrl ?? site.row.url
  const scope = siteScope({ ...site.row, url: startUrl }, options)
  // An earlier run may have come further than these phases.
  if (row.phase === 'discover' || row.phase === 'fetch') {
    try {
      // The thread starts while the crawl is loaded, and reads robots.txt and sitemaps.
      await Promise.all([
        lookAtPages(parts, running, found, { scope, options, tally, startUrl }),
        parts.readBodies([]).catch(parts.unreadable),
      ])
    } catch (error) {
      running.signal.throwIfAborted()
      if (!(error instanceof FetchError)) throw error
      return unreachableFailure(error)
    }
  }
  const isReadable = !('ROBOTS_UNREADABLE' in tally.warnings)
  const closed = isReadable ? await site.pageStates.excludeForbidden(row.num) : new Set<string>()
  if (tally.pages === 0) return noPagesFailure(tally)
  const areOwn = areOwnBounds(site, options)
  const isBarred = (path: string): boolean => closed.has(path) || (areOwn && !scope.wants(path))
  const bars = areOwn || closed.size > 0 ? isBarred : undefined
  const { signal } = running
  await begin(parts, running, found, { phase: 'prompts', tally: JSON.stringify(tally) })
  const named = { ...found, site: await nameScannedSite(parts.app, found.db, site) }
  await settleNames(named.site)
  await parts.analysePages(found.db, named.site, running)
  await parts.applyExclusions(site, bars, signal)
  await decideAddresses(site, scope, { scanNum: row.num, tally })
  await countPlaces(parts.app, found.db, site, await parts.placeSelector(site))
  parts.app.system.sites.invalidate(site.row.id)
  await writeConclusions(parts, running, named, tally)
  const isPart = 'TIME_LIMIT' in tally.warnings || isMostlyElsewhere(tally)
  return { state: isPart ? 'partial' : 'succeeded', error: null }
}

/** The pages that a scan looks for, and the address where it begins. */
interface Looking {
  scope: CrawlScope
  options: ScanOptions
  tally: ScanTally
  startUrl: string
}

async function lookAtPages(
  parts: ScanParts,
  { job, signal, progressed }: RunningJob,
  { site, row }: Found,
  { scope, options, tally, startUrl }: Looking,
): Promise<void> {
  const { app, client, settings } = parts
  // The parser of pages is large, and a server that scans nothing starts without it.
  const { crawl } = await import('./crawl/crawl.ts')
  const placeSelector = await parts.placeSelector(site)
  if (row.phase === 'discover') {
    await forgetOutdatedPages(site)
    if (placeSelector !== null) await site.widgetPlaces.clearValidators(placeSelector)
  }
  const reader = new BodyReader(parts.readBodies, parts.unreadable)
  const isExcluded = await parts.exclusions(site)
  const { host } = new URL(startUrl)
  const crawlParts = {
    client: await client(),
    store: site.scans.heldBy(job),
    pages: site.pageStates,
    isExcluded: (path: string) => isExcluded(path, host),
    placeSelector,
    readBody: (body: PageBody) => reader.read(body),
    settings: { ...settings, maxPages: options.maxPages },
    now: app.now,
    elapsed: app.elapsed,
    newPageId: () => app.newId('pg'),
    changed: () => app.signals.changed(row.id),
    progressed,
    signal,
  }
  await crawl(crawlParts, row, scope, tally, startUrl)
  const { forbidden, excluded, asset } = await site.scans.countLeftOut(row.num)
  setWarning(tally, 'ROBOTS_DISALLOWED', forbidden)
  setWarning(tally, 'EXCLUDED', excluded)
  setWarning(tally, 'ASSET', asset)
  const limit = (['TIME_LIMIT', 'PAGE_LIMIT'] as const).find((code) => code in tally.warnings)
  await site.scans.noteLeftOut(row.num, limit)
  keepLinks(tally)
  warnOfElsewhere(tally, site.row.domain)
}

/**
 * True where a scan has bounds on paths, and they are the site's own, so that the paths that they leave out stay out
 * until the site's bounds change.
 */
function areOwnBounds({ row }: SiteDb, { include, exclude }: ScanOptions): boolean {
  const own = scanSettingsOf(row)
  const has = own.include.length + own.exclude.length > 0
  return has && isDeepStrictEqual([include, exclude], [own.include, own.exclude])
}

async function begin(
  { app }: ScanParts,
  { job }: RunningJob,
  { site, row }: Found,
  phase: { phase: string; tally?: string },
): Promise<void> {
  await site.scans.heldBy(job).saveProgress(row.num, phase)
  app.signals.changed(row.id)
}

/** Writes the prompts of offered pages and their scores, and puts the score of the site into the tally. */
async function writeConclusions(
  parts: ScanParts,
  running: RunningJob,
  found: Found,
  tally: ScanTally,
): Promise<void> {
  const { db, site, row } = found
  const { promptsGenerated, promptsUpdated, warnings } = tally
  const fellBack = warnings['LLM_FALLBACK'] ?? 0
  await parts.writePrompts(db, site, running, async (own, written) => {
    // The counts of an earlier run of the scan are kept.
    tally.promptsGenerated = promptsGenerated + written.generated
    tally.promptsUpdated = promptsUpdated + written.updated
    setWarning(tally, 'LLM_FALLBACK', fellBack + written.fellBack)
    const inStep = own.scans.heldBy(running.job)
    await inStep.saveProgress(row.num, { tally: JSON.stringify(tally) })
  })
  await begin(parts, running, found, { phase: 'score' })
  const { conflicts, ...scored } = await scoreOf(parts.app, site, running, tally.sharedCanonical)
  Object.assign(tally, scored)
  setWarning(tally, 'POLICY_CONFLICT', conflicts)
  setWarning(tally, 'POISONED_LINK', await site.countPagesWith('poisoned_link'))
}

/** The most checks that a site shows as those to mend first. */
const MAX_WORST = 5

/** Scores the site and its pages. Returns null as the score where the start page does not answer any more. */
async function scoreOf(
  app: AppContext,
  site: SiteDb,
  running: RunningJob,
  sharedCanonical: ScanTally['sharedCanonical'],
): Promise<Pick<ScanTally, 'score' | 'worst' | 'site'> & { conflicts: number }> {
  const scored = await scoreScannedSite(app, site, running, sharedCanonical)
  if (!scored) return { score: null, worst: [], site: null, conflicts: 0 }
  const { scored: whole, conflicts } = scored
  return {
    score: whole.score,
    conflicts,
    worst: whole.findings.slice(0, MAX_WORST),
    site: whole,
  }
}

export async function buryScan(
  parts: ScanParts,
  job: Job,
  setAside: (trx: Trx) => Promise<void>,
): Promise<void> {
  const found = await find(parts, job)
  if (!found) return
  const failure = scanFailure('INTERNAL', true)
  await endScan(parts.app, found, failure, readTally(found.row.tally), setAside)
}
