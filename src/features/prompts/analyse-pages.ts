import { setImmediate as breath } from 'node:timers/promises'
import type { ScannedPageRow } from '../../../db/scans/scanned-pages.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { TenantDb } from '../../../db/tenant.ts'
import type { AppContext } from '../../kernel/app-context.ts'
import { forEachConcurrent } from '../../lib/concurrency/for-each-concurrent.ts'
import type { analyseTexts, notePhrases, TextPage } from './analysis-tasks.ts'
import { PhraseCounts } from './phrase-counts.ts'
import { MAX_PASSAGES } from './read-page.ts'
import { promptSite } from './prompt-context.ts'
import { STEPS_AT_ONCE, stepsOf } from './steps.ts'

/** Pages that are asked at a time whether they are analysed. */
const LOOK_PAGES = 500
/** Readings that are counted at a time. */
const COUNT_PAGES = 1_000

/**
 * Analyses every page of a site that a scan read and that is not analysed yet, also those that rules exclude: what rules
 * decide by comes from here. It follows from what is stored, so what a run leaves, the next one does. Throws the reason of
 * the signal when it ends.
 */
export async function analyseSite(
  app: AppContext,
  db: TenantDb,
  site: SiteDb,
  signal: AbortSignal,
): Promise<void> {
  const current = await db.sites.find(site.row.id)
  if (!current) return
  const nums: number[] = []
  for (const state of ['active', 'excluded'] as const) {
    for (let after = 0; ;) {
      const pages = await current.analyses.pages(state, after, LOOK_PAGES)
      nums.push(...pages.filter(({ isAnalysed }) => !isAnalysed).map(({ num }) => num))
      const last = pages.at(-1)
      if (!last || pages.length < LOOK_PAGES) break
      after = last.num
      await pause(signal)
    }
  }
  await analysePages(app, current, nums, signal)
}

/** Analyses some pages: notes their phrases, counts those of the whole site, and says what each page is and is about. */
export async function analysePages(
  app: AppContext,
  site: SiteDb,
  nums: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  if (nums.length === 0) return
  const named = promptSite(site.row)
  const { prompts: store } = site
  await forEachConcurrent(stepsOf(nums), STEPS_AT_ONCE, async (step) => {
    const pages = await withTexts(site, await unreadPages(site, step))
    const readings = await app.inThread<typeof notePhrases>('notePhrases', { site: named, pages })
    signal.throwIfAborted()
    await store.savePhrases(readings)
  })
  const counts = (await countPhrases(site, signal)).shared()
  await forEachConcurrent(stepsOf(nums), STEPS_AT_ONCE, async (step) => {
    const pages = await withTexts(site, await store.pages(step))
    const task = { site: named, pages, counts }
    const analyses = await app.inThread<typeof analyseTexts>('analyseTexts', task)
    signal.throwIfAborted()
    await site.analyses.save(analyses)
  })
}

/** Those of some pages whose phrases were not read since a scan wrote their record. */
async function unreadPages(
  { prompts: store }: SiteDb,
  nums: readonly number[],
): Promise<ScannedPageRow[]> {
  const [pages, readings] = await Promise.all([store.pages(nums), store.readings(nums)])
  const readOf = new Map(readings.map(({ pageNum, recordHash }) => [pageNum, recordHash]))
  return pages.filter(({ num, record_hash: hash }) => readOf.get(num) !== hash)
}

async function withTexts(
  { prompts: store }: SiteDb,
  pages: readonly ScannedPageRow[],
): Promise<TextPage[]> {
  const nums = pages.map(({ num }) => num)
  const textOf = await store.textsOf(nums, MAX_PASSAGES)
  return pages.map((page) => ({ page, text: textOf.get(page.num) ?? '' }))
}

/** How many of the site's pages have each phrase. */
async function countPhrases(
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
    await pause(signal)
  }
}

/** Lets requests and other work in, and leaves when there is no more to do. */
async function pause(signal: AbortSignal): Promise<void> {
  await breath()
  signal.throwIfAborted()
}
