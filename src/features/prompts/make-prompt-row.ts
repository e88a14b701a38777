import type { PromptRow, PromptWrite } from '../../../db/prompts/prompt-rows.ts'
import type { ScannedPageRow } from '../../../db/scans/scanned-pages.ts'
import type { PageAnalysis } from '../../domain/page/page-analysis.ts'
import type { PageRecord } from '../../domain/page/page-record.ts'
import { readRecordedPage } from '../../domain/prompt-rules/rule-subject-of.ts'
import { applyRulesToPage, type RuledPage } from './build-prompt-text.ts'
import { mergeWithStored } from './merge-with-stored.ts'
import {
  openPromptContext,
  pageBasis,
  type PromptContext,
  type PromptContextSource,
} from './prompt-context.ts'
import type { TextPiece } from './writers/text-parts.ts'
import type { WritingRun } from './writers/writing-run.ts'
import type { WrittenTexts } from './writers/check-draft.ts'

/** A page that is due, as plain data that a thread can be given. */
export interface StoredPage {
  page: ScannedPageRow
  before: PromptRow | undefined
  /** The questions that readers asked on the page and that may be offered to others. */
  askedHere: readonly string[]
}

/** A page that is due, with its rules applied. */
export interface DuePage {
  stored: StoredPage
  record: PageRecord
  analysis: PageAnalysis
  recordHash: string
  basis: string
  ruled: RuledPage
  /** True where the page has no prompt, or one that was made from another record or other inputs. */
  isOutdated: boolean
}

/** The row of a page's prompt, and the ids of the rules that matched the page. */
export interface MadePrompt {
  write: PromptWrite
  /** True where the words are a model's. */
  isByModel: boolean
  matched: readonly string[]
}

/**
 * Reads a page that is due, with its rules applied; undefined where the page has no record, or one that is not
 * analysed.
 */
export function readDue(context: PromptContext, stored: StoredPage): DuePage | undefined {
  const { page, before, askedHere } = stored
  const { record, analysis } = readRecordedPage(page)
  const { record_hash: recordHash } = page
  if (!record || !analysis || recordHash === null) return undefined
  const basis = pageBasis(context.inputsHash, askedHere)
  return {
    stored,
    record,
    analysis,
    recordHash,
    basis,
    ruled: applyRulesToPage({ row: page, record, analysis, askedHere }, context),
    isOutdated: before?.record_hash !== recordHash || before.basis !== basis,
  }
}

/** True for a page whose words a model is asked for: its prompt is outdated and not locked. */
export const isAsked = ({ stored, isOutdated }: DuePage): boolean =>
  isOutdated && stored.before?.is_locked !== 1

/** Asks a model for the words of a page; undefined where the generator's words are to be used. */
export async function askForWords(
  writing: WritingRun,
  due: DuePage,
  readText: () => Promise<readonly TextPiece[]>,
  signal: AbortSignal,
): Promise<WrittenTexts | undefined> {
  return isAsked(due) ? writing.write(due.ruled, readText, signal) : undefined
}

/** Makes the row of the prompt of a page that is due, in a model's words where they are given. */
export function makePromptRow(
  { stored: { page, before }, record, analysis, recordHash, basis, ruled, isOutdated }: DuePage,
  { newId, at }: { newId: () => string; at: number },
  written?: WrittenTexts,
): MadePrompt {
  const write = { pageNum: page.num, recordHash }
  // Another run has written the prompt meanwhile.
  if (!isOutdated) return { write, isByModel: false, matched: [] }
  const { contentHash } = record
  const origin = { contentHash, sketch: analysis.sketch, recordHash, basis, newId, at }
  const { values } = mergeWithStored(ruled, before, origin, written)
  return {
    write: { ...write, prompt: { values, versionBefore: before?.version ?? null } },
    isByModel: written !== undefined,
    matched: ruled.applied.matched,
  }
}

/** Makes the rows of prompts of pages that are due, in the generator's words; runs in a thread. */
export function writePagePrompts({
  context: source,
  pages,
  ids,
  at,
}: {
  context: PromptContextSource
  pages: readonly StoredPage[]
  /** Ids for new prompts, one for each page in case it has no prompt yet. */
  ids: readonly string[]
  /** The time of the change in epoch milliseconds. */
  at: number
}): MadePrompt[] {
  const context = openPromptContext(source)
  return pages.flatMap((page, i) => {
    const due = readDue(context, page)
    return due ? makePromptRow(due, { newId: () => ids[i] ?? '', at }) : []
  })
}
