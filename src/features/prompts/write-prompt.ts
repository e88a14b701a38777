import type {
  PromptRow,
  PromptPageRow,
  PromptWrite,
  Reading,
} from '../../../db/prompts/prompt-rows.ts'
import type { PromptStore } from '../../../db/prompts/prompt-store.ts'
import type { AppContext } from '../../core/app-context.ts'
import type { SiteStatistics } from '../../core/prompts/keyphrases.ts'
import { underRules, type RuledPage } from './compose-prompt.ts'
import { nextPrompt } from './next-prompt.ts'
import { enriched, readRecord, type PageRecord } from './page-record.ts'
import { findingsOf, MAX_PASSAGES, type Findings } from './read-page.ts'
import type { Setting } from './setting.ts'
import type { WritingRun, Written } from './writers/writing-run.ts'

interface Known {
  page: PromptPageRow
  reading: Reading | undefined
  before: PromptRow | undefined
}

interface Site {
  setting: Setting
  statistics: SiteStatistics
}

/** A page that is due, read and under its rules. */
export interface DuePage {
  known: Known
  record: PageRecord
  found: Findings
  ruled: RuledPage
  /** Whether its prompt is to be made anew: it was made of another record, or on another basis. */
  isOutdated: boolean
}

/** Reads a page that is due; undefined when it lost its record meanwhile. */
export async function readDue(
  store: PromptStore,
  { setting, statistics }: Site,
  known: Known,
): Promise<DuePage | undefined> {
  const { page, reading, before } = known
  if (page.record === null) return undefined
  const record = readRecord(page.record)
  const { facts } = record
  const found =
    knownFindings(reading, record) ??
    findingsOf({ page, facts, text: await textOf(store, page), site: setting.site }, statistics)
  return {
    known,
    record,
    found,
    ruled: underRules({ row: page, facts, found }, setting),
    isOutdated: before?.record_hash !== record.hash || before.basis !== setting.basis,
  }
}

/** The beginning of a page's main text. */
const textOf = (store: PromptStore, { num }: PromptPageRow): Promise<string> =>
  store.textOf(num, MAX_PASSAGES)

/** Words of a model, for a page whose prompt is to be worded anew; undefined where the generator's are to be used. */
export async function askForWords(
  store: PromptStore,
  writing: WritingRun | undefined,
  { known, ruled, isOutdated }: DuePage,
  signal: AbortSignal,
): Promise<Written | undefined> {
  const isAsked = isOutdated && known.before?.is_locked !== 1
  if (!writing || !isAsked) return undefined
  return writing.write(ruled, () => textOf(store, known.page), signal)
}

/** What is to be written of a page that is due. */
export function writePrompt(
  app: AppContext,
  { known, record, found, ruled, isOutdated }: DuePage,
  written: Written | undefined,
): PromptWrite {
  const write = {
    pageNum: known.page.num,
    record: {
      before: record.stored,
      after: enriched(record.plain, {
        ...found,
        type: ruled.page.type,
        typeSource: ruled.typeSource,
        tags: ruled.applied.result.tags ?? [],
      }),
    },
    findings: JSON.stringify(found),
  }
  // The page was read again and says what it said: its prompt is still right.
  if (!isOutdated) return write
  const origin = {
    contentHash: record.facts.contentHash,
    recordHash: record.hash,
    basis: ruled.setting.basis,
    newId: () => app.newId('prm'),
    at: app.now(),
  }
  const { values } = nextPrompt(ruled, known.before, origin, written)
  return { ...write, prompt: { values, versionBefore: known.before?.version ?? null } }
}

function knownFindings(reading: Reading | undefined, record: PageRecord): Findings | undefined {
  if (!reading || reading.findings === null || reading.recordHash !== record.hash) return undefined
  // @NOTE written by this folder alone, as JSON of findings.
  return JSON.parse(reading.findings) as Findings
}
