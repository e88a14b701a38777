import type { PromptRow, PromptWrite } from '../../../db/prompts/prompt-rows.ts'
import type { ScannedPageRow } from '../../../db/scans/scanned-pages.ts'
import type { PageAnalysis } from '../../domain/page/page-analysis.ts'
import type { PageRecord } from '../../domain/page/page-record.ts'
import { readRecordedPage } from '../../domain/prompt-rules/rule-subject-of.ts'
import { underRules, type RuledPage } from './compose-prompt.ts'
import { nextPrompt } from './next-prompt.ts'
import type { Setting } from './prompt-context.ts'
import type { WritingRun } from './writers/writing-run.ts'
import type { Written } from './writers/written.ts'

/** A page that is due, as it is stored; a thread can be given it. */
export interface StoredPage {
  page: ScannedPageRow
  before: PromptRow | undefined
}

/** A page that is due, read and under its rules. */
export interface DuePage {
  stored: StoredPage
  record: PageRecord
  analysis: PageAnalysis
  recordHash: string
  ruled: RuledPage
  /** Whether its prompt is to be made anew: it was made of another record, or on another basis. */
  isOutdated: boolean
}

/** What came of a page, and which rules matched it. */
export interface Made {
  write: PromptWrite
  matched: readonly string[]
}

/** Reads a page that is due; undefined when it lost its record meanwhile, or has another that is not analysed. */
export function readDue(setting: Setting, stored: StoredPage): DuePage | undefined {
  const { page, before } = stored
  const { record, analysis } = readRecordedPage(page)
  const { record_hash: recordHash } = page
  if (!record || !analysis || recordHash === null) return undefined
  return {
    stored,
    record,
    analysis,
    recordHash,
    ruled: underRules({ row: page, record, analysis }, setting),
    isOutdated: before?.record_hash !== recordHash || before.basis !== setting.basis,
  }
}

/** Words of a model, for a page whose prompt is to be worded anew; undefined where the generator's are to be used. */
export async function askForWords(
  writing: WritingRun,
  { stored, ruled, isOutdated }: DuePage,
  readText: () => Promise<string>,
  signal: AbortSignal,
): Promise<Written | undefined> {
  const isAsked = isOutdated && stored.before?.is_locked !== 1
  return isAsked ? writing.write(ruled, readText, signal) : undefined
}

/** What is to be written of a page that is due, in the words of a model where there are any. */
export function writePrompt(
  { stored: { page, before }, record, analysis, recordHash, ruled, isOutdated }: DuePage,
  { newId, at }: { newId: () => string; at: number },
  written?: Written,
): Made {
  const write = { pageNum: page.num, recordHash }
  // Another run has seen to it meanwhile.
  if (!isOutdated) return { write, matched: [] }
  const { contentHash } = record
  const { basis } = ruled.setting
  const origin = { contentHash, sketch: analysis.sketch, recordHash, basis, newId, at }
  const { values } = nextPrompt(ruled, before, origin, written)
  return {
    write: { ...write, prompt: { values, versionBefore: before?.version ?? null } },
    matched: ruled.applied.matched,
  }
}
