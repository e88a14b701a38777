import { setImmediate as breath } from 'node:timers/promises'
import type { SiteDb } from '../../../db/site-db.ts'
import type { AppContext } from '../../kernel/app-context.ts'
import type { PromptSite } from '../../domain/prompts/prompt-page.ts'
import { readRecord } from './page-record.ts'
import { PhraseCounts } from './phrase-counts.ts'
import type { notePhrases } from './prompt-pages.ts'
import { MAX_PASSAGES } from './read-page.ts'

/** Readings that are counted at a time. */
const COUNT_PAGES = 1_000

/** Notes the phrases of some pages, so that they can be counted over the site; pages that were read before are skipped. */
export async function readPages(
  app: AppContext,
  { prompts: store }: SiteDb,
  site: PromptSite,
  nums: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const [pages, known] = await Promise.all([store.pages(nums), store.readings(nums)])
  const hashOf = new Map(known.map(({ pageNum, recordHash }) => [pageNum, recordHash]))
  const unread = pages.filter(
    ({ num, record }) => record !== null && hashOf.get(num) !== readRecord(record).hash,
  )
  if (unread.length === 0) return
  const textOf = await store.textsOf(
    unread.map(({ num }) => num),
    MAX_PASSAGES,
  )
  const texts = unread.map((page) => ({ page, text: textOf.get(page.num) ?? '' }))
  await store.saveReadings(
    await app.inThread<typeof notePhrases>('notePhrases', { site, pages: texts }),
  )
  signal.throwIfAborted()
}

/** How many of the site's pages have each phrase. */
export async function countPhrases(
  { prompts: store }: SiteDb,
  signal: AbortSignal,
): Promise<PhraseCounts> {
  const counts = new PhraseCounts()
  for (let after = 0; ;) {
    const rows = await store.phrases(after, COUNT_PAGES)
    for (const { phrases } of rows) counts.add(phrases)
    const last = rows.at(-1)
    if (!last || rows.length < COUNT_PAGES) return counts
    after = last.page_num
    await breath()
    signal.throwIfAborted()
  }
}
