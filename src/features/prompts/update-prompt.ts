import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { notFound, ServiceError } from '../../kernel/door/errors.ts'
import { assertVersion, IfMatch } from '../../kernel/door/if-match.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { actorOf } from '../../kernel/door/principal.ts'
import { editFields, type PromptEdit } from './prompt-edit.ts'
import { Prompt, toPrompt } from './prompt.ts'
import { loadEditor } from './load-editor.ts'
import { checkWholeOrApart, type InputRule } from '../../kernel/door/every-refusal.ts'

type WordRule = InputRule<OrgContext, PromptEdit & { id: string }>

/** The checks of an edit beyond its schema, each for one part of the words. */
const WORD_RULES: readonly WordRule[] = [
  (ctx, { id, templates }) =>
    checkWholeOrApart({ templates }, '', (words) => checkWords(ctx, id, words)),
  (ctx, { id, templates, primaryKind }) => checkWords(ctx, id, { templates, primaryKind }),
  (ctx, { id, questions }) =>
    checkWholeOrApart({ questions }, '', (words) => checkWords(ctx, id, words)),
  (ctx, { id, state, templates, questions, primaryKind }) =>
    state === 'active' && checkActivation(ctx, id, { templates, questions, primaryKind }),
]

/**
 * PUT /prompts/:pageId (contract 4.1): changes the fields of a prompt that are sent, and makes the prompt of a page
 * that has none.
 */
export const updatePrompt = defineOperation({
  name: 'prompts.update',
  summary: 'Change the prompts of a page, or make them; fields that are left out stay',
  access: { by: 'scope', anyOf: ['prompts:write'] },
  http: { method: 'put', path: '/prompts/:id', ifMatch: true },
  input: z.strictObject({
    id: PathId.describe('Page id'),
    ifMatch: IfMatch,
    ...editFields,
  }),
  output: Prompt,
  rules: WORD_RULES,
  async handler(ctx, { id, ifMatch, ...edit }) {
    const { app, db, principal } = ctx
    const { begin, editPrompt } = await loadEditor()
    return db.transaction(async (trx) => {
      const found = await trx.pages.find(id)
      const site = found && (await trx.sites.find(found.site.id))
      const [page] = (await site?.prompts.pagesById([id])) ?? []
      if (!site || !page) throw notFound('page')
      const begun = await begin(app, site, page)
      const { before, store } = begun
      if (before) assertVersion('prompt', before.version, ifMatch)
      else assertNew(ifMatch)
      const editing = { ...begun, actor: actorOf(principal), source: 'manual' } as const
      const values = await editPrompt(editing, edit)
      if (values.version !== before?.version) {
        await store.save(page.num, values, before?.version ?? null)
        await auditCall(ctx, trx, 'prompt.update', id, {
          siteId: site.row.id,
          fields: Object.keys(edit),
          version: values.version,
        })
      }
      const [row] = await store.list({ pageNum: page.num, after: undefined, limit: 1 })
      if (!row) throw new Error(`The prompt of ${id} was not stored`)
      return toPrompt(row, site.row.id)
    })
  },
})

/** Throws where `If-Match` is sent for a page without a prompt, so that there is no version to match. */
function assertNew(ifMatch: string | undefined): void {
  if (ifMatch === undefined) return
  throw new ServiceError('PRECONDITION_FAILED', 'The page has no prompt yet; leave If-Match out')
}

const isEmpty = (words: PromptEdit): boolean =>
  Object.values(words).every((value) => value === undefined)

/** Throws VALIDATION_FAILED for words that the prompt of this page may not have. */
async function checkWords(ctx: OrgContext, pageId: string, words: PromptEdit): Promise<void> {
  if (isEmpty(words)) return
  const { refuseWords } = await import('./edit-problems.ts')
  refuseWords((await previewWords(ctx, pageId, words))?.problems ?? [])
}

/** Throws VALIDATION_FAILED for a prompt that may not be shown, where its words have no other problem. */
async function checkActivation(ctx: OrgContext, pageId: string, words: PromptEdit): Promise<void> {
  const { assertCanActivate } = await import('./edit-problems.ts')
  const preview = await previewWords(ctx, pageId, words)
  if (!preview || preview.problems.length > 0) return
  assertCanActivate(isEmpty(words) ? preview.stored : preview.templates)
}

/** Renders and lints the words of an edit; undefined where there is no such page. */
async function previewWords({ app, db }: OrgContext, pageId: string, words: PromptEdit) {
  const found = await db.pages.find(pageId)
  const site = found && (await db.sites.find(found.site.id))
  const [page] = (await site?.prompts.pagesById([pageId])) ?? []
  if (!site || !page) return undefined
  const { begin, previewEdit } = await loadEditor()
  return previewEdit(await begin(app, site, page), words)
}
