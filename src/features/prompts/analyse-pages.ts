import type { ScannedPageRow } from '../../../db/scans/scanned-pages.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import type { RunningJob } from '../../queue/job-handler.ts'
import { forEachConcurrent } from '../../lib/concurrency/for-each-concurrent.ts'
import type { analyseTexts, extractPhrases, ReadPhrases, TextPage } from './analysis-tasks.ts'
import { PhraseCounts } from './phrase-counts.ts'
import { MAX_ANALYSED_PASSAGES } from './analyse-page.ts'
import { readPromptSite } from './prompt-context.ts'
import { STEPS_AT_ONCE, stepsOf, yieldToLoop } from './page-steps.ts'
import { rowGroups } from '../../kernel/reads/paging.ts'

/** The number of pages that are read at a time to find those that are not analysed yet. */
const SELECT_PAGES = 500
/** The number of pages whose phrases are counted at a time. */
const COUNT_PAGES = 1_000

/**
 * Analyses every page of a site that a scan read and that is not analysed yet, including excluded pages, since rules
 * decide by the result. A run that ends early leaves the rest to the next one. Throws the reason of the signal when it
 * ends.
 */
export async function runAnalysis(
  app: AppContext,
  db: TenantDb,
  site: SiteDb,
  running: Pick<RunningJob, 'signal' | 'progressed'>,
): Promise<void> {
  const current = await db.sites.find(site.row.id)
  if (!current) return
  const nums: number[] = []
  for (const state of ['active', 'excluded'] as const) {
    const read = (after: number) => current.analyses.pages(state, after, SELECT_PAGES)
    for await (const pages of rowGroups(0, read, { size: SELECT_PAGES, placeOf: numOf })) {
      nums.push(...pages.filter(({ isAnalysed }) => !isAnalysed).map(numOf))
      await yieldToLoop(running.signal)
    }
  }
  await analysePages(app, current, nums, running)
}

/**
 * Analyses some pages: extracts their phrases, counts those of the whole site, and finds type and keyphrases of each
 * page.
 */
export async function analysePages(
  app: AppContext,
  site: SiteDb,
  nums: readonly number[],
  { signal, progressed }: Pick<RunningJob, 'signal' | 'progressed'>,
): Promise<void> {
  if (nums.length === 0) return
  const named = await readPromptSite(site)
  const { prompts: store } = site
  const kept = new KeptCandidates()
  await forEachConcurrent(stepsOf(nums), STEPS_AT_ONCE, async (step) => {
    const pages = await withTexts(site, await unreadPages(site, step))
    const readings = await app.inThread<typeof extractPhrases>('extractPhrases', {
      site: named,
      pages,
    })
    signal.throwIfAborted()
    await store.savePhrases(readings)
    for (const reading of readings) kept.add(reading)
    await progressed()
  })
  const counts = (await countPhrases(site, signal)).shared()
  await forEachConcurrent(stepsOf(nums), STEPS_AT_ONCE, async (step) => {
    const pages = (await withTexts(site, await store.pages(step))).map((one) => kept.of(one))
    const task = { site: named, pages, counts }
    const analyses = await app.inThread<typeof analyseTexts>('analyseTexts', task)
    signal.throwIfAborted()
    await site.analyses.save(analyses)
    await progressed()
  })
}

/**
 * The most characters of candidates that a run keeps, which are those of some five thousand pages; the candidates of
 * other pages are found again.
 */
const MAX_KEPT_CHARS = 30_000_000

/** Keeps the candidates of pages from the counting of phrases until the choice of those that a page is about. */
class KeptCandidates {
  readonly #byPage = new Map<number, Pick<ReadPhrases, 'recordHash' | 'candidates'>>()
  #chars = 0

  add({ pageNum, recordHash, candidates }: ReadPhrases): void {
    if (this.#chars + candidates.length > MAX_KEPT_CHARS) return
    this.#chars += candidates.length
    this.#byPage.set(pageNum, { recordHash, candidates })
  }

  /** Returns a page with its kept candidates, where they were found in its present record, and forgets them. */
  of(one: TextPage): TextPage {
    const found = this.#byPage.get(one.page.num)
    this.#byPage.delete(one.page.num)
    return found?.recordHash === one.page.record_hash
      ? { ...one, candidates: found?.candidates }
      : one
  }
}

/** Returns those pages whose phrases were not extracted since a scan wrote their record. */
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
  const textOf = await store.textsOf(nums, MAX_ANALYSED_PASSAGES)
  return pages.map((page) => ({ page, text: textOf.get(page.num) ?? '' }))
}

/** Counts how many of the site's pages have each phrase. */
async function countPhrases(
  { prompts: store }: SiteDb,
  signal: AbortSignal,
): Promise<PhraseCounts> {
  const counts = new PhraseCounts()
  const read = (after: number) => store.phrases(after, COUNT_PAGES)
  const groups = rowGroups(0, read, { size: COUNT_PAGES, placeOf: (row) => row.page_num })
  for await (const rows of groups) {
    for (const { phrases } of rows) counts.add(phrases)
    await yieldToLoop(signal)
  }
  return counts
}

const numOf = ({ num }: { num: number }): number => num
