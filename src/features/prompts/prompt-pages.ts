import type { PromptPageRow, Reading } from '../../../db/prompts/prompt-rows.ts'
import type { PromptSite } from '../../domain/prompts/prompt-page.ts'
import { readRecord } from './page-record.ts'
import { PhraseCounts, phraseHashes, type SharedCounts } from './phrase-counts.ts'
import { candidatesOf } from './read-page.ts'
import { openSetting, type SettingSource } from './prompt-context.ts'
import { readDue, writePrompt, type Made, type StoredPage } from './write-prompt.ts'

/** The phrases of some pages, by which they are counted over the site; runs in a thread. */
export function notePhrases({
  site,
  pages,
}: {
  site: PromptSite
  pages: readonly { page: PromptPageRow; text: string }[]
}): Reading[] {
  return pages.flatMap(({ page, text }) => {
    if (page.record === null) return []
    const { facts, hash } = readRecord(page.record)
    const keys = candidatesOf({ page, facts, text, site }).map(({ key }) => key)
    return { pageNum: page.num, recordHash: hash, phrases: phraseHashes(keys), findings: null }
  })
}

/** What is to be written of pages that are due, in the generator's words; runs in a thread. */
export function promptPages({
  setting: source,
  counts: shared,
  pages,
  ids,
  at,
}: {
  setting: SettingSource
  counts: SharedCounts
  pages: readonly StoredPage[]
  /** One for each page, in case it has no prompt yet. */
  ids: readonly string[]
  /** Epoch ms. */
  at: number
}): Made[] {
  const counts = new PhraseCounts(shared)
  const setting = openSetting(source)
  const statistics = { siteSize: counts.pages, df: (key: string) => counts.df(key) }
  return pages.flatMap((page, i) => {
    const due = readDue({ setting, statistics }, page)
    return due ? writePrompt(due, { newId: () => ids[i] ?? '', at }) : []
  })
}
