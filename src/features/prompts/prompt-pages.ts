import { openSetting, type SettingSource } from './prompt-context.ts'
import { readDue, writePrompt, type Made, type StoredPage } from './write-prompt.ts'

/** What is to be written of pages that are due, in the generator's words; runs in a thread. */
export function promptPages({
  setting: source,
  pages,
  ids,
  at,
}: {
  setting: SettingSource
  pages: readonly StoredPage[]
  /** One for each page, in case it has no prompt yet. */
  ids: readonly string[]
  /** Epoch ms. */
  at: number
}): Made[] {
  const setting = openSetting(source)
  return pages.flatMap((page, i) => {
    const due = readDue(setting, page)
    return due ? writePrompt(due, { newId: () => ids[i] ?? '', at }) : []
  })
}
