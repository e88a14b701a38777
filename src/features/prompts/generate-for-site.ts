import type { PromptWrite } from '../../../db/prompts/prompt-rows.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import type { Actor } from '../../kernel/door/principal.ts'
import { forEachConcurrent } from '../../lib/concurrency/for-each-concurrent.ts'
import type { FallbackReason } from '../../domain/prompts/prompt-writer.ts'
import { analysePages } from './analyse-pages.ts'
import {
  askForWords,
  type DuePage,
  isAsked,
  type MadePrompt,
  readDue,
  type StoredPage,
  type writePagePrompts,
  makePromptRow,
} from './make-prompt-row.ts'
import {
  openPromptContext,
  pageBasis,
  type PromptContextSource,
  readPromptContext,
  writerOf,
} from './prompt-context.ts'
import { type AskedHere, readAskedHere } from './asked-here.ts'
import { STEPS_AT_ONCE, stepsOf, yieldToLoop } from './page-steps.ts'
import { StepCredits } from './writers/step-credits.ts'
import { WritingRun } from './writers/writing-run.ts'
import { rowGroups } from '../../kernel/reads/paging.ts'

export interface GenerationCounts {
  /** The number of pages that had no prompt and have one now. */
  generated: number
  /** The number of prompts that changed. */
  updated: number
  /** The number of pages that a language model should have written for, and that have the generator's prompt. */
  fellBack: number
}

export interface GenerationOptions extends GenerationCounts {
  /** The number of prompts that stayed as they were. */
  unchanged: number
  /** The number of pages that are due and were left for another run. */
  due: number
  /** The parts of `fellBack` by reason. */
  fallbacks: Readonly<Partial<Record<FallbackReason, number>>>
}

interface Limits {
  /** Called within the transaction of each step, to store how far the run has come. */
  afterStep?: (site: SiteDb, run: GenerationCounts) => Promise<void>
  /** Called after each step, once its prompts are stored. */
  progressed?: () => Promise<void>
  /** The most pages of this run; without it, all pages that are due. */
  maxPages?: number
  /** The numbers of the pages to look at; without it, all pages. */
  only?: ReadonlySet<number>
  /** The actor who started the run; by default it is the site's scan. */
  actor?: Actor
}

/** The number of pages that are read at a time to find those that are due. */
const SELECT_PAGES = 500

/**
 * Makes the prompts of a site again where they are due: those of active pages without a prompt, or whose prompt was
 * made from another record or other inputs (rules, the site's name, another version of generator or policy, another
 * model). A run that ends early leaves the rest to the next one. Throws the reason of the signal when it ends.
 */
export async function runGeneration(
  app: AppContext,
  db: TenantDb,
  site: SiteDb,
  signal: AbortSignal,
  {
    maxPages = Number.POSITIVE_INFINITY,
    only,
    actor = SCANNING,
    afterStep,
    progressed = noted,
  }: Limits = {},
): Promise<GenerationOptions> {
  const run: GenerationOptions = { ...NOTHING_DONE }
  // The site is read again: its name is part of its prompts, and a scan may have taken hours.
  const current = await db.sites.find(site.row.id)
  if (!current) return run
  const context = await readPromptContext(app, current)
  const asked = await readAskedHere(current, app.now())
  const basisOf = (num: number): string => pageBasis(context.inputsHash, asked.get(num))
  const due = await duePages(current, basisOf, signal)
  const wanted = only ? due.filter(({ num }) => only.has(num)) : due
  const chosen = wanted.slice(0, maxPages)
  run.due = due.length - chosen.length
  if (chosen.length === 0) return run
  const unanalysed = chosen.filter(({ isAnalysed }) => !isAnalysed)
  await analysePages(app, current, numsOf(unanalysed), { signal, progressed })
  const writer = await writerOf(app, current)
  const writing = writer && new WritingRun(writer)
  const parts = { app, db, site: current, context, asked, writing, actor, signal }
  // A model is asked for one step at a time, so that fallbacks are stored with the step that they belong to.
  await forEachConcurrent(stepsOf(numsOf(chosen)), writing ? 1 : STEPS_AT_ONCE, async (nums) => {
    await runStep(parts, nums, run, afterStep)
    await progressed()
  })
  writing?.end(current.row.id)
  return run
}

/** Makes the prompts of some pages, and stores them in one transaction, which also charges for a model's words. */
async function runStep(
  parts: Parts,
  nums: readonly number[],
  run: GenerationOptions,
  afterStep: Limits['afterStep'],
): Promise<void> {
  const { app, db, site, context, asked, actor, signal } = parts
  // A run may take hours. Once a site turns the model off meanwhile, nothing more is sent to it.
  const current = parts.writing && (await db.sites.find(site.row.id))
  const writing = current && (await writerOf(app, current)) ? parts.writing : undefined
  const pages = await storedPages(site, nums, asked)
  const due = writing ? openDue(context, pages) : []
  const wanted = due.filter(isAsked).length
  await using credits = await StepCredits.reserve(app, db, { actor, wanted })
  writing?.beginStep(credits.pages)
  const made = writing
    ? await askForPrompts(parts, writing, due)
    : await generatePrompts(parts, pages)
  signal.throwIfAborted()
  const step = { made, unmade: nums.length - made.length, fallbacks: writing?.fallbacks ?? {} }
  await db.transaction(async (trx) => {
    const own = await trx.sites.find(site.row.id)
    if (!own) return
    await credits.settle(trx, await storeStep(own, step, run, app.now()))
    await afterStep?.(own, run)
  })
  credits.settled()
}

const SCANNING: Actor = { type: 'system', id: 'scan' }

const noted = (): Promise<void> => Promise.resolve()

const NOTHING_DONE = { generated: 0, updated: 0, unchanged: 0, due: 0, fellBack: 0, fallbacks: {} }

/** The prompts of some pages, and the number of pages of the run, by reason, that fell back so far. */
interface Step {
  made: readonly MadePrompt[]
  /** The number of pages that another scan wrote meanwhile, so that no prompt was made for them. */
  unmade: number
  fallbacks: GenerationOptions['fallbacks']
}

interface Due {
  num: number
  isAnalysed: boolean
}

const numsOf = (pages: readonly Due[]): number[] => pages.map(({ num }) => num)

async function duePages(
  site: SiteDb,
  basisOf: (pageNum: number) => string,
  signal: AbortSignal,
): Promise<Due[]> {
  const due: Due[] = []
  const read = (after: number) => site.prompts.activePages(after, basisOf, SELECT_PAGES)
  const groups = rowGroups(0, read, { size: SELECT_PAGES, placeOf: ({ num }) => num })
  for await (const pages of groups) {
    due.push(...pages.filter(({ isDue }) => isDue))
    await yieldToLoop(signal)
  }
  return due
}

interface Parts {
  app: AppContext
  db: TenantDb
  site: SiteDb
  context: PromptContextSource
  asked: AskedHere
  /** The language model of the run; undefined where the generator writes all prompts. */
  writing: WritingRun | undefined
  actor: Actor
  signal: AbortSignal
}

/** Makes prompts in the generator's words, before the transaction, which must not wait for a thread. */
const generatePrompts = (
  { app, context }: Parts,
  pages: readonly StoredPage[],
): Promise<MadePrompt[]> =>
  app.inThread<typeof writePagePrompts>('writePagePrompts', {
    context,
    pages,
    ids: pages.map(() => app.newId('prm')),
    at: app.now(),
  })

function openDue(context: PromptContextSource, pages: readonly StoredPage[]): DuePage[] {
  const opened = openPromptContext(context)
  return pages.flatMap((page) => readDue(opened, page) ?? [])
}

/**
 * Makes prompts in a model's words, where the model gives usable ones, before the transaction, which must not wait for
 * its server.
 */
async function askForPrompts(
  { app, site, signal }: Parts,
  writing: WritingRun,
  due: readonly DuePage[],
): Promise<MadePrompt[]> {
  const textOf = ({ stored: { page } }: DuePage) => site.prompts.passagesOf(page.num)
  const words = await Promise.all(
    due.map((page) => askForWords(writing, page, () => textOf(page), signal)),
  )
  const origin = { newId: () => app.newId('prm'), at: app.now() }
  return due.map((page, i) => makePromptRow(page, origin, words[i]))
}

async function storedPages(
  { prompts: store }: SiteDb,
  nums: readonly number[],
  asked: AskedHere,
): Promise<StoredPage[]> {
  const [pages, prompts] = await Promise.all([store.pages(nums), store.ofPages(nums)])
  const promptOf = new Map(prompts.map((prompt) => [prompt.page_num, prompt]))
  return pages.map((page) => ({
    page,
    before: promptOf.get(page.num),
    askedHere: asked.get(page.num) ?? [],
  }))
}

/**
 * Stores the prompts of some pages, and counts the hits of the rules that matched, within a transaction. Returns how
 * many of the prompts are in a model's words.
 */
async function storeStep(
  site: SiteDb,
  { made, unmade, fallbacks }: Step,
  run: GenerationOptions,
  at: number,
): Promise<number> {
  const written = new Set(await site.prompts.commit(made.map(({ write }) => write)))
  const hits = new Map<string, number>()
  for (const { write, matched } of made) {
    noteEnd(run, write, written.has(write.pageNum))
    if (!written.has(write.pageNum)) continue
    for (const rule of matched) hits.set(rule, (hits.get(rule) ?? 0) + 1)
  }
  run.due += unmade
  if (hits.size > 0) await site.rules.recordMatches(hits, at)
  run.fallbacks = fallbacks
  run.fellBack = Object.values(fallbacks).reduce((sum, count) => sum + count, 0)
  return made.filter(({ isByModel, write }) => isByModel && written.has(write.pageNum)).length
}

function noteEnd(
  run: Omit<GenerationOptions, 'fallbacks'>,
  { prompt }: PromptWrite,
  isWritten: boolean,
): void {
  if (!isWritten) run.due += 1
  else if (prompt?.versionBefore === null) run.generated += 1
  else if (prompt && prompt.values.version !== prompt.versionBefore) run.updated += 1
  else run.unchanged += 1
}
