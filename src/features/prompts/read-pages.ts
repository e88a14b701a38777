import { setImmediate as breath } from 'node:timers/promises'
import type { Reading } from '../../../db/prompts/prompt-rows.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { PromptSite } from '../../core/prompts/prompt-page.ts'
import { readRecord } from './page-record.ts'
import { phraseHashes, PhraseCounts } from './phrase-counts.ts'
import { candidatesOf, MAX_PASSAGES } from './read-page.ts'

/** Readings that are counted at a time. */
const COUNT_PAGES = 1_000

/** Notes the phrases of some pages, so that they can be counted over the site; pages that were read before are skipped. */
export async function readPages(
  { prompts: store }: SiteDb,
  site: PromptSite,
  nums: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const [pages, known] = await Promise.all([store.pages(nums), store.readings(nums)])
  const hashes = new Map(known.map(({ pageNum, recordHash }) => [pageNum, recordHash]))
  const readings: Reading[] = []
  for (const page of pages) {
    if (page.record === null) continue
    const { facts, hash } = readRecord(page.record)
    if (hashes.get(page.num) === hash) continue
    const text = await store.textOf(page.num, MAX_PASSAGES)
    const keys = candidatesOf({ page, facts, text, site }).map(({ key }) => key)
    readings.push({
      pageNum: page.num,
      recordHash: hash,
      phrases: phraseHashes(keys),
      findings: null,
    })
    await breath()
    signal.throwIfAborted()
  }
  await store.saveReadings(readings)
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
