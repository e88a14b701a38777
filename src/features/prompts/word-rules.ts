import { checkWholeOrApart, type InputRule } from '../../kernel/door/every-refusal.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import type { PromptEdit } from './prompt-edit.ts'
import { loadEditor } from './load-editor.ts'

type WordRule = InputRule<OrgContext, PromptEdit & { id: string }>

/** What an edit of a page's prompt refuses besides its schema, each part of the words by itself. */
export const WORD_RULES: readonly WordRule[] = [
  (ctx, { id, templates }) =>
    checkWholeOrApart({ templates }, '', (words) => checkWords(ctx, id, words)),
  (ctx, { id, templates, primaryKind }) => checkWords(ctx, id, { templates, primaryKind }),
  (ctx, { id, questions }) =>
    checkWholeOrApart({ questions }, '', (words) => checkWords(ctx, id, words)),
  (ctx, { id, state, templates, questions, primaryKind }) =>
    state === 'active' && checkActivation(ctx, id, { templates, questions, primaryKind }),
]

const isEmpty = (words: PromptEdit): boolean =>
  Object.values(words).every((value) => value === undefined)

/** Throws VALIDATION_FAILED for words that cannot be those of the page. */
async function checkWords(ctx: OrgContext, pageId: string, words: PromptEdit): Promise<void> {
  if (isEmpty(words)) return
  const { refuseWords } = await import('./edit-problems.ts')
  refuseWords((await previewWords(ctx, pageId, words))?.problems ?? [])
}

/** Throws VALIDATION_FAILED for a prompt that may not be shown, where nothing else is wrong with its words. */
async function checkActivation(ctx: OrgContext, pageId: string, words: PromptEdit): Promise<void> {
  const { assertCanActivate } = await import('./edit-problems.ts')
  const preview = await previewWords(ctx, pageId, words)
  if (!preview || preview.problems.length > 0) return
  assertCanActivate(isEmpty(words) ? preview.stored : preview.templates)
}

/** Renders the words of an edit; undefined where there is no such page. */
async function previewWords({ app, db }: OrgContext, pageId: string, words: PromptEdit) {
  const found = await db.pages.find(pageId)
  const site = found && (await db.sites.find(found.site.id))
  const [page] = (await site?.prompts.pagesById([pageId])) ?? []
  if (!site || !page) return undefined
  const { begin, previewEdit } = await loadEditor()
  return previewEdit(await begin(app, site, page), words)
}
