import type { ScanRow } from '../../../../db/scans/scan-rows.ts'
import { CanonicalDuplicates } from './canonical-duplicates.ts'
import type { CrawlParts } from './crawl-parts.ts'
import { CrawlRun } from './crawl-run.ts'
import { discover } from './discover.ts'
import { Frontier } from './frontier.ts'
import { CrawlLimits } from './crawl-limits.ts'
import { SeenUrls } from './seen-urls.ts'
import { OtherHosts } from './other-hosts.ts'
import { openSite } from './open-site.ts'
import type { CrawlScope } from './crawl-scope.ts'
import { StepWriter } from './step-writer.ts'
import { setExamples, setWarning, type ScanTally } from './tally.ts'
import type { VisitContext } from './read-page-answer.ts'

/**
 * Visits every address of a site that it finds, and stores what the answers say. A second run of the same scan goes on
 * where the first stopped.
 */
export async function crawl(
  parts: CrawlParts,
  scan: ScanRow,
  asked: CrawlScope,
  tally: ScanTally,
  startUrl: string,
): Promise<void> {
  const { store, client, settings, signal } = parts
  const options = { timeoutMs: settings.timeoutMs, signal, userAgent: settings.userAgent }
  const wants = (path: string): boolean => !parts.isExcluded(path)
  const opening = { client, options, tally, wants }
  const site = await openSite(opening, asked, startUrl, await store.firstUrl(scan.num))
  const { scope, robots } = site
  const context: VisitContext = {
    scope,
    tally,
    seen: new SeenUrls(),
    duplicates: new CanonicalDuplicates(),
    elsewhere: new OtherHosts(tally),
    mayFetch: (path) => robots.mayFetch(path),
    isExcluded: parts.isExcluded,
    placeSelector: parts.placeSelector,
    readBody: parts.readBody,
    now: parts.now,
  }
  // The run before it may have stopped at a limit and died, and this one may get further.
  setWarning(tally, 'TIME_LIMIT', 0)
  setWarning(tally, 'PAGE_LIMIT', 0)
  const limits = new CrawlLimits(settings, scan, parts)
  const frontier = new Frontier(store, scan.num, scope.origin)
  const writer = new StepWriter({ ...parts, tally, onWritten: () => frontier.markDone() }, scan)
  if (scan.phase === 'discover') {
    // This run counts the sitemaps again.
    for (const warning of ['SITEMAP_UNREADABLE', 'SITEMAP_EMPTY'] as const) {
      setExamples(tally, warning, { count: 0, examples: [] })
    }
    const discovery = { ...parts, scanNum: scan.num, context, writer, limits, site, options }
    await discover(discovery, startUrl)
    // The next run begins after discovery.
    await parts.progressed()
  }
  const run = new CrawlRun(parts, limits, context, writer, frontier, site)
  await run.all()
}
