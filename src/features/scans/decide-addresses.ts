import type { SiteDb } from '../../../db/site-db.ts'
import type { CrawlScope } from './crawl/crawl-scope.ts'
import { setExamples, type ScanTally } from './crawl/tally.ts'
import { markDuplicates } from './mark-duplicates.ts'
import { settleAddresses } from './settle-addresses.ts'
import { settleCanonicals } from './settle-canonicals.ts'

/**
 * Decides which addresses are one page, by which address each page is cited, and by which other addresses it is known;
 * sets the warnings about these.
 */
export async function decideAddresses(
  site: SiteDb,
  scope: CrawlScope,
  { scanNum, tally }: { scanNum: number; tally: ScanTally },
): Promise<void> {
  const repeats = await markDuplicates(site, scope)
  const examples = repeats.map(({ path, of }) => `${path} = ${of}`)
  setExamples(tally, 'DUPLICATE', { count: repeats.length, examples })
  const shared = await settleCanonicals(site, scope)
  setExamples(tally, 'CANONICAL_SHARED', {
    count: shared.reduce((sum, one) => sum + one.pages, 0),
    examples: shared.map(({ url, pages }) => `${pages} pages name ${url}`),
  })
  tally.sharedCanonical = shared[0] ?? null
  await settleAddresses(site, scope, { scanNum, typed: tally.typed })
}
