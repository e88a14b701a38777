import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { Job } from '../../../db/jobs/job-store.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { TenantDb } from '../../../db/tenant.ts'
import type { ScanRow } from '../../../db/scans/scan-rows.ts'
import type { AppContext } from '../../core/app-context.ts'
import { ServiceError } from '../../core/errors.ts'
import { scanSettingsOf } from '../../core/scan-settings.ts'
import { FetchError } from '../../net/fetch-error.ts'
import type { GuardedClient } from '../../net/guarded-client.ts'
import type { JobHandler, RunningJob } from '../../queue/job-runner.ts'
import type { CrawlSettings } from './crawl/crawl.ts'
import { BodyReader } from './crawl/body-reader.ts'
import type { Body, BodyReading } from './crawl/read-body.ts'
import { Scope } from './crawl/scope.ts'
import { readTally, setWarning, type Tally } from './crawl/tally.ts'
import { isEnded, SCAN_ERRORS, ScanOptions, type ScanError, type ScanErrorCode } from './scan.ts'

const MINUTE_MS = 60_000
const Payload = z.object({ orgId: z.string(), scanId: z.string() })

export interface ScanParts {
  app: AppContext
  /** Made with the first scan. */
  client: () => Promise<GuardedClient>
  settings: Omit<CrawlSettings, 'maxPages'>
  /** Whether rules leave a page out of the scan, by its path. */
  exclusions(site: SiteDb): Promise<(path: string, host: string) => boolean>
  /** Takes read pages out that rules exclude or whose path is barred, and puts back the others. */
  settleExclusions(
    site: SiteDb,
    isBarred: ((path: string) => boolean) | undefined,
    signal: AbortSignal,
  ): Promise<void>
  /** Reads HTML pages in a thread; rejects where the thread does not survive them. */
  readBodies: (bodies: readonly Body[]) => Promise<BodyReading[]>
  /** Hears why a page could not be read. */
  unreadable: (error: unknown) => void
  /** Writes prompts for pages that are new or changed; a run that was cut short goes on. */
  writePrompts(
    db: TenantDb,
    site: SiteDb,
    signal: AbortSignal,
    /** Part of the transaction of each step. */
    afterStep: (site: SiteDb, run: Written) => Promise<void>,
  ): Promise<unknown>
}

/** What became of prompts. */
interface Written {
  generated: number
  updated: number
  /** Pages for which a language model wrote nothing that can be used. */
  fellBack: number
}

interface Found {
  db: TenantDb
  site: SiteDb
  row: ScanRow
}

interface End {
  state: 'succeeded' | 'partial' | 'failed' | 'canceled'
  error: ScanError | null
}

/** Runs scans. A run that was cut short goes on where the last step on the disk left it. */
export function scanHandler(parts: ScanParts): JobHandler {
  return {
    concurrency: 2,
    leaseMs: MINUTE_MS,
    maxAttempts: 3,
    backoffMs: (attempt) => attempt * MINUTE_MS,
    run: (running) => run(parts, running),
    buried: (job) => bury(parts, job),
  }
}

async function find({ app }: ScanParts, job: Job): Promise<Found | undefined> {
  const { orgId, scanId } = Payload.parse(JSON.parse(job.payload))
  const db = app.tenant(orgId)
  const found = await db.scan(scanId)
  return found && !isEnded(found.row) ? { db, ...found } : undefined
}

async function run(parts: ScanParts, running: RunningJob): Promise<void> {
  const found = await find(parts, running.job)
  if (!found) return // deleted with its site, or ended by an earlier run that died before it could say so
  const { app } = parts
  const { site, row } = found
  await site.scans.update(row.num, {
    state: 'running',
    attempts: row.attempts + 1,
    ...(row.started_at === null && { started_at: app.now() }),
  })
  app.signals.changed(row.id)
  const tally = readTally(row.tally)
  const end = await crawlSite(parts, running, found, tally)
  await found.db.transaction(async (trx) => {
    const own = await trx.site(site.row.id)
    await own?.scans.finish(row.num, ended(parts, end, tally))
    await trx.endJob((raw) => running.complete(raw))
  })
  app.signals.changed(row.id)
}

const ended = ({ app }: ScanParts, { state, error }: End, tally: Tally) => ({
  state,
  error: error && JSON.stringify(error),
  tally: JSON.stringify(tally),
  at: app.now(),
})

async function crawlSite(
  parts: ScanParts,
  running: RunningJob,
  found: Found,
  tally: Tally,
): Promise<End> {
  const { site, row } = found
  const options = ScanOptions.parse(JSON.parse(row.options))
  const scope = new Scope(site.row.url, options)
  // An earlier run may have come further than that.
  if (row.phase === 'discover' || row.phase === 'fetch') {
    try {
      await lookAtPages(parts, running, found, { scope, options, tally })
    } catch (error) {
      running.signal.throwIfAborted()
      if (!(error instanceof FetchError)) throw error
      return failure(codeOf(error.code), error.retryable)
    }
  }
  if (await site.scans.isCanceled(row.num)) return { state: 'canceled', error: null }
  if (tally.pages === 0) return failure(whyNothing(tally), true)
  const bars = areOwnBounds(site, options) ? (path: string) => !scope.wants(path) : undefined
  await parts.settleExclusions(site, bars, running.signal)
  await drawConclusions(parts, running, found, tally)
  return { state: 'TIME_LIMIT' in tally.warnings ? 'partial' : 'succeeded', error: null }
}

async function lookAtPages(
  parts: ScanParts,
  { signal, progressed }: RunningJob,
  { site, row }: Found,
  { scope, options, tally }: { scope: Scope; options: ScanOptions; tally: Tally },
): Promise<void> {
  const { app, client, settings } = parts
  // What reads pages is large, and a server that scans nothing starts without it.
  const { crawl } = await import('./crawl/crawl.ts')
  const reader = new BodyReader(parts.readBodies, parts.unreadable)
  const isExcluded = await parts.exclusions(site)
  const startUrl = site.row.url
  const { host } = new URL(startUrl)
  const crawlParts = {
    client: await client(),
    store: site.scans,
    isExcluded: (path: string) => isExcluded(path, host),
    readBody: (body: Body) => reader.read(body),
    settings: { ...settings, maxPages: options.maxPages },
    now: app.now,
    newPageId: () => app.newId('pg'),
    changed: () => app.signals.changed(row.id),
    progressed,
    signal,
  }
  // The thread starts while robots.txt and sitemaps are read.
  await Promise.all([crawl(crawlParts, row, scope, tally, startUrl), parts.readBodies([])])
  const { forbidden, excluded } = await site.scans.countLeftOut(row.num)
  setWarning(tally, 'ROBOTS_DISALLOWED', forbidden)
  setWarning(tally, 'EXCLUDED', excluded)
}

/** Whether a scan keeps to bounds that are the site's for good: what they leave out is left out until they change. */
function areOwnBounds({ row }: SiteDb, { include, exclude }: ScanOptions): boolean {
  const own = scanSettingsOf(row)
  const has = own.include.length + own.exclude.length > 0
  return has && isDeepStrictEqual([include, exclude], [own.include, own.exclude])
}

/** What follows from the pages: their prompts, and the score of the site. */
async function drawConclusions(
  parts: ScanParts,
  { signal }: RunningJob,
  { db, site, row }: Found,
  tally: Tally,
): Promise<void> {
  const { app } = parts
  await site.scans.update(row.num, { phase: 'prompts', tally: JSON.stringify(tally) })
  app.signals.changed(row.id)
  const { promptsGenerated, promptsUpdated, warnings } = tally
  const fellBack = warnings['LLM_FALLBACK'] ?? 0
  await parts.writePrompts(db, site, signal, async (own, written) => {
    // With what an earlier run of the scan wrote before it was cut short.
    tally.promptsGenerated = promptsGenerated + written.generated
    tally.promptsUpdated = promptsUpdated + written.updated
    setWarning(tally, 'LLM_FALLBACK', fellBack + written.fellBack)
    await own.scans.saveTally(row.num, JSON.stringify(tally))
  })
  await site.scans.update(row.num, { phase: 'score' })
  app.signals.changed(row.id)
  tally.score = await scoreOf(app, site.row.url)
}

/** Null where the start page, which was there a moment ago, does not answer any more. */
async function scoreOf(app: AppContext, url: string): Promise<number | null> {
  try {
    const { toScore } = await import('../../core/ai-score/score.ts')
    return toScore(await app.observe(url)).score
  } catch (error) {
    if (error instanceof FetchError || error instanceof ServiceError) return null
    throw error
  }
}

/** How the start page ended says why nothing was found. */
function whyNothing({ startError, warnings }: Tally): ScanErrorCode {
  if ('ROBOTS_DISALLOWED' in warnings || 'ROBOTS_UNREADABLE' in warnings) return 'ROBOTS_DISALLOWED'
  return codeOf(startError ?? 'NO_PAGES')
}

const codeOf = (code: string): ScanErrorCode =>
  SCAN_ERRORS.find((known) => known === code) ??
  (code === 'REFUSED' || code === 'RESET' || code === 'PROTOCOL_ERROR' ? 'UNREACHABLE' : 'NO_PAGES')

const MESSAGES: Readonly<Record<ScanErrorCode, string>> = {
  DNS_FAILED: 'The name of the site has no address',
  BLOCKED_ADDRESS:
    'The site is at a private address; ALLOW_PRIVATE_NETWORKS lets a trial scan those',
  TLS_ERROR: 'No secure connection to the site: its certificate or the handshake is bad',
  TIMEOUT: 'The site did not answer in time',
  UNREACHABLE: 'The site accepts no connection',
  HTTP_STATUS: 'The start page answers with an error',
  ROBOTS_DISALLOWED: 'robots.txt does not let CitableBot in, or cannot be read',
  NOT_HTML: 'The start page is not HTML',
  TOO_LARGE: 'The answer of the site is too large',
  NO_PAGES: 'No page was found within the scope of the scan',
  INTERNAL: 'The scan broke down; it was tried three times',
}

const failure = (code: ScanErrorCode, retryable: boolean): End => ({
  state: 'failed',
  error: { code, message: MESSAGES[code], retryable },
})

async function bury(parts: ScanParts, job: Job): Promise<void> {
  const found = await find(parts, job)
  if (!found) return
  const { row, site } = found
  await site.scans.finish(row.num, ended(parts, failure('INTERNAL', true), readTally(row.tally)))
  parts.app.signals.changed(row.id)
}
