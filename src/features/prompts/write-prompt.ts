import type {
  PromptRow,
  PromptPageRow,
  PromptWrite,
  Reading,
} from '../../../db/prompts/prompt-rows.ts'
import type { PromptStore } from '../../../db/prompts/prompt-store.ts'
import type { AppContext } from '../../core/app-context.ts'
import type { SiteStatistics } from '../../core/prompts/keyphrases.ts'
import { underRules } from './compose-prompt.ts'
import { nextPrompt } from './next-prompt.ts'
import { enriched, readRecord, type PageRecord } from './page-record.ts'
import { findingsOf, MAX_PASSAGES, type Findings } from './read-page.ts'
import type { Setting } from './setting.ts'

interface Known {
  page: PromptPageRow
  reading: Reading | undefined
  before: PromptRow | undefined
}

interface Site {
  setting: Setting
  statistics: SiteStatistics
}

/** What is to be written of a page that is due; undefined when it lost its record meanwhile. */
export async function writePrompt(
  app: AppContext,
  store: PromptStore,
  { setting, statistics }: Site,
  { page, reading, before }: Known,
): Promise<PromptWrite | undefined> {
  if (page.record === null) return undefined
  const record = readRecord(page.record)
  const found =
    knownFindings(reading, record) ??
    findingsOf(
      {
        page,
        facts: record.facts,
        text: await store.textOf(page.num, MAX_PASSAGES),
        site: setting.site,
      },
      statistics,
    )
  const ruled = underRules({ row: page, facts: record.facts, found }, setting)
  const write = {
    pageNum: page.num,
    record: {
      before: page.record,
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
  if (before?.record_hash === record.hash && before.basis === setting.basis) return write
  const { values } = nextPrompt(ruled, before, {
    contentHash: record.facts.contentHash,
    recordHash: record.hash,
    basis: setting.basis,
    newId: () => app.newId('prm'),
    at: app.now(),
  })
  return { ...write, prompt: { values, versionBefore: before?.version ?? null } }
}

function knownFindings(reading: Reading | undefined, record: PageRecord): Findings | undefined {
  if (!reading || reading.findings === null || reading.recordHash !== record.hash) return undefined
  // @NOTE written by this folder alone, as JSON of findings.
  return JSON.parse(reading.findings) as Findings
}
