import { setImmediate as breath } from 'node:timers/promises'
import type { PromptWrite, Reading } from '../../../db/prompts/prompt-rows.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { TenantDb } from '../../../db/tenant.ts'
import type { AppContext } from '../../core/app-context.ts'
import { countPhrases, readPages } from './read-pages.ts'
import { readSetting, type Setting } from './setting.ts'
import { askForWords, readDue, writePrompt, type DuePage } from './write-prompt.ts'
import type { FallbackReason } from './writers/prompt-writer.ts'
import { WritingRun } from './writers/writing-run.ts'

export interface Generated {
  /** Pages that had no prompt. */
  generated: number
  /** Prompts that are not what they were. */
  updated: number
  /** Pages that a language model was to write for, and that have the prompt of the generator. */
  fellBack: number
}

export interface GenerationRun extends Generated {
  /** Prompts that stayed as they were. */
  unchanged: number
  /** Pages that are due and were left for another run. */
  due: number
  /** `fellBack` by the reason. */
  fallbacks: Readonly<Partial<Record<FallbackReason, number>>>
}

interface Limits {
  /** Pages of this run; all that are due otherwise. */
  maxPages?: number
  /** Numbers of the only pages to look at. */
  only?: ReadonlySet<number>
}

/** Pages of a transaction. A step is short, so that events and other writers get in between. */
const STEP_PAGES = 12
/** Pages that are asked at a time whether they are due. */
const LOOK_PAGES = 500

/**
 * Brings the prompts of a site up to date: of every active page that has none, that was scanned anew, or whose prompt
 * was made on another basis (rules, the site's name, another version of generator or policy, another model). What a run leaves, the
 * next one does. Throws the reason of the signal when it ends.
 */
export async function generateForSite(
  app: AppContext,
  db: TenantDb,
  site: SiteDb,
  signal: AbortSignal,
): Promise<Generated> {
  const { generated, updated, fellBack } = await runGeneration(app, db, site, signal)
  return { generated, updated, fellBack }
}

/** As `generateForSite`, for some pages or so many. */
export async function runGeneration(
  app: AppContext,
  db: TenantDb,
  site: SiteDb,
  signal: AbortSignal,
  { maxPages = Number.POSITIVE_INFINITY, only }: Limits = {},
): Promise<GenerationRun> {
  const run = { generated: 0, updated: 0, unchanged: 0, due: 0, fellBack: 0, fallbacks: {} }
  // The site as it is by now: its name is part of its prompts, and a scan may have taken hours.
  const current = await db.site(site.row.id)
  if (!current) return run
  const setting = await readSetting(app, current)
  const due = await duePages(current, setting, signal)
  const wanted = only ? due.filter((num) => only.has(num)) : due
  const chosen = wanted.slice(0, maxPages)
  run.due = due.length - chosen.length
  if (chosen.length === 0) return run
  for (const nums of steps(chosen)) await readPages(current, setting.site, nums, signal)
  const counts = await countPhrases(current, signal)
  const statistics = { siteSize: counts.pages, df: (key: string) => counts.df(key) }
  const writing = setting.writer && new WritingRun(setting.writer)
  for (const nums of steps(chosen)) {
    await generateStep(app, current, { setting, statistics, writing, signal }, nums, run)
  }
  writing?.end(current.row.id)
  return writing ? { ...run, ...countsOf(writing) } : run
}

function countsOf({ fallbacks }: WritingRun): Pick<GenerationRun, 'fellBack' | 'fallbacks'> {
  return { fallbacks, fellBack: Object.values(fallbacks).reduce((sum, count) => sum + count, 0) }
}

async function duePages(site: SiteDb, { basis }: Setting, signal: AbortSignal): Promise<number[]> {
  const due: number[] = []
  for (let after = 0; ;) {
    const pages = await site.prompts.activePages(after, basis, LOOK_PAGES)
    due.push(...pages.filter(({ isDue }) => isDue).map(({ num }) => num))
    const last = pages.at(-1)
    if (!last || pages.length < LOOK_PAGES) return due
    after = last.num
    await pause(signal)
  }
}

interface Parts {
  setting: Setting
  statistics: { siteSize: number; df: (key: string) => number }
  /** Undefined while prompts are deterministic. */
  writing: WritingRun | undefined
  signal: AbortSignal
}

async function generateStep(
  app: AppContext,
  site: SiteDb,
  { setting, statistics, writing, signal }: Parts,
  nums: readonly number[],
  run: Omit<GenerationRun, 'fallbacks'>,
): Promise<void> {
  const store = site.prompts
  const [pages, readings, prompts] = await Promise.all([
    store.pages(nums),
    store.readings(nums),
    store.ofPages(nums),
  ])
  const readingOf = new Map(
    readings.map((reading): [number, Reading] => [reading.pageNum, reading]),
  )
  const due: DuePage[] = []
  for (const page of pages) {
    const reading = readingOf.get(page.num)
    const before = prompts.find(({ page_num }) => page_num === page.num)
    const read = await readDue(store, { setting, statistics }, { page, reading, before })
    if (read) due.push(read)
    await pause(signal)
  }
  // Ahead of the transaction: it must not wait for other servers.
  const words = await Promise.all(due.map((page) => askForWords(store, writing, page, signal)))
  const writes: PromptWrite[] = []
  for (const [i, page] of due.entries()) {
    writes.push(writePrompt(app, page, words[i]))
    await pause(signal)
  }
  const written = new Set(await store.commit(writes))
  for (const { pageNum, prompt } of writes) {
    if (!written.has(pageNum)) run.due += 1
    else if (prompt?.versionBefore === null) run.generated += 1
    else if (prompt && prompt.values.version !== prompt.versionBefore) run.updated += 1
    else run.unchanged += 1
  }
}

/** Lets requests and other work in, and leaves when there is no more to do. */
async function pause(signal: AbortSignal): Promise<void> {
  await breath()
  signal.throwIfAborted()
}

function* steps(nums: readonly number[]): Generator<number[]> {
  for (let from = 0; from < nums.length; from += STEP_PAGES) {
    yield nums.slice(from, from + STEP_PAGES)
  }
}
