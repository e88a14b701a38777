import { setImmediate as turn } from 'node:timers/promises'
import type { InputRule } from '../../kernel/every-refusal.ts'
import type { OrgContext } from '../../kernel/operation.ts'
import type { PromptEdit } from './prompt-edit.ts'

type WordRule = InputRule<OrgContext, PromptEdit & { id: string }>

/** What an edit of a page's prompt refuses besides its schema, each part of the words by itself. */
export const WORD_RULES: readonly WordRule[] = [
  (ctx, { id, templates }) => checkWords(ctx, id, { templates }),
  (ctx, { id, templates, primaryKind }) => checkWords(ctx, id, { templates, primaryKind }),
  (ctx, { id, questions }) => checkWords(ctx, id, { questions }),
]

/** Throws VALIDATION_FAILED for words that cannot be those of the page. */
async function checkWords(ctx: OrgContext, pageId: string, words: PromptEdit): Promise<void> {
  if (Object.values(words).every((value) => value === undefined)) return
  const { app, db } = ctx
  const found = await db.pages.find(pageId)
  const site = found && (await db.sites.find(found.site.id))
  const [page] = (await site?.prompts.pagesById([pageId])) ?? []
  if (!site || !page) return
  const [{ previewEdit }, { refuseWords }, { openPromptContext, readPromptContext }, linter] =
    await Promise.all([
      import('./edit-prompt.ts'),
      import('./edit-problems.ts'),
      import('./prompt-context.ts'),
      import('../../protocol/lint/lint-prompt.ts'),
    ])
  await linter.prepareLinter(turn)
  const store = site.prompts
  const [before] = await store.ofPages([page.num])
  const context = openPromptContext(await readPromptContext(app, site))
  const { problems } = await previewEdit({ app, store, context, page, before }, words)
  refuseWords(problems)
}
