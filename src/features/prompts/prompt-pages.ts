import { openPromptContext, type PromptContextSource } from './prompt-context.ts'
import { readDue, writePrompt, type MadePrompt, type StoredPage } from './write-prompt.ts'

/** Writes the prompts of pages that are due, in the generator's words; runs in a thread. */
export function writePagePrompts({
  context: source,
  pages,
  ids,
  at,
}: {
  context: PromptContextSource
  pages: readonly StoredPage[]
  /** One id for each page, in case it has no prompt yet. */
  ids: readonly string[]
  /** The time of the change, epoch ms. */
  at: number
}): MadePrompt[] {
  const context = openPromptContext(source)
  return pages.flatMap((page, i) => {
    const due = readDue(context, page)
    return due ? writePrompt(due, { newId: () => ids[i] ?? '', at }) : []
  })
}
