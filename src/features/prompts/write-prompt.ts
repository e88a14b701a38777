import type {
  PromptRow,
  PromptPageRow,
  PromptWrite,
  Reading,
} from '../../../db/prompts/prompt-rows.ts'
import type { SiteStatistics } from '../../domain/prompts/keyphrases.ts'
import { underRules, type RuledPage } from './compose-prompt.ts'
import { nextPrompt } from './next-prompt.ts'
import { enriched, readRecord, type PageRecord } from './page-record.ts'
import { findingsOf, type Findings } from './read-page.ts'
import type { Setting } from './prompt-context.ts'
import type { WritingRun } from './writers/writing-run.ts'
import type { Written } from './writers/written.ts'

/** A page that is due, as it is stored; a thread can be given it. */
export interface StoredPage {
  page: PromptPageRow
  /** The beginning of its main text; empty where the reading has its findings. */
  text: string
  reading: Reading | undefined
  before: PromptRow | undefined
}

interface Site {
  setting: Setting
  statistics: SiteStatistics
}

/** A page that is due, read and under its rules. */
export interface DuePage {
  stored: StoredPage
  record: PageRecord
  found: Findings
  ruled: RuledPage
  /** Whether its prompt is to be made anew: it was made of another record, or on another basis. */
  isOutdated: boolean
}

/** What came of a page, and which rules matched it. */
export interface Made {
  write: PromptWrite
  matched: readonly string[]
}

/** Reads a page that is due; undefined when it lost its record meanwhile. */
export function readDue({ setting, statistics }: Site, stored: StoredPage): DuePage | undefined {
  const { page, reading, before, text } = stored
  if (page.record === null) return undefined
  const record = readRecord(page.record)
  const { facts } = record
  const found =
    knownFindings(reading, record) ??
    findingsOf({ page, facts, text, site: setting.site }, statistics)
  return {
    stored,
    record,
    found,
    ruled: underRules({ row: page, facts, found }, setting),
    isOutdated: before?.record_hash !== record.hash || before.basis !== setting.basis,
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
  { stored: { page, before }, record, found, ruled, isOutdated }: DuePage,
  { newId, at }: { newId: () => string; at: number },
  written?: Written,
): Made {
  const { matched, result } = ruled.applied
  const { type } = ruled.page
  const facts = { ...found, type, typeSource: ruled.typeSource, tags: result.tags ?? [] }
  const write = {
    pageNum: page.num,
    record: { before: record.stored, after: enriched(record.plain, facts) },
    findings: JSON.stringify(found),
  }
  // The page was read again and says what it said: its prompt is still right.
  if (!isOutdated) return { write, matched: [] }
  const { contentHash } = record.facts
  const { basis } = ruled.setting
  const sketch = found.sketch ?? null
  const origin = { contentHash, sketch, recordHash: record.hash, basis, newId, at }
  const { values } = nextPrompt(ruled, before, origin, written)
  return {
    write: { ...write, prompt: { values, versionBefore: before?.version ?? null } },
    matched,
  }
}

function knownFindings(reading: Reading | undefined, record: PageRecord): Findings | undefined {
  if (!reading || reading.findings === null || reading.recordHash !== record.hash) return undefined
  // @NOTE written by this folder alone, as JSON of findings.
  return JSON.parse(reading.findings) as Findings
}
