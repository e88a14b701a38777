import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'
import { hashesOf, readAskedHere, readReaderQuestions } from './asked-here.ts'
import { loadEditor } from './load-editor.ts'
import { questionsOf } from './prompt.ts'
import { OfferedQuestion } from '../../domain/prompts/question.ts'

const MAX_CHARS = 300

/**
 * PUT /prompts/:siteId/questions: lets one question of readers be offered on its page, or takes it away for good, whatever
 * words it is asked in later, or before it is asked. The prompt of the page has it, or has it no more, with the answer.
 */
export const decideReaderQuestion = defineOperation({
  name: 'prompts.decideReaderQuestion',
  summary: 'Let a question of readers be offered on its page, or take it away for good',
  access: { by: 'scope', anyOf: ['prompts:write'] },
  http: { method: 'put', path: '/prompts/:siteId/questions' },
  input: z.strictObject({
    siteId: PathId,
    pageId: PathId,
    text: z.string().min(1).max(MAX_CHARS).describe('The question as the list has it'),
    state: z.enum(['let', 'taken']),
  }),
  output: z.object({
    pageId: z.string(),
    questions: z.array(OfferedQuestion).describe('What the prompt of the page offers now'),
  }),
  async handler(ctx, { siteId, pageId, text, state }) {
    const { app, db } = ctx
    const site = await findSiteById(db, siteId)
    const [page] = await site.prompts.pagesById([pageId])
    if (!page) throw notFound('page')
    const asked = await readReaderQuestions(site, app.now())
    const wanted = asked.find((one) => one.pageNum === page.num && one.text === text)
    const isLet = state === 'let'
    if (!wanted && isLet) throw notFound('question of readers on this page')
    const choice = wanted ?? { pageNum: page.num, ...hashesOf(text, site.row.language) }
    await db.transaction(async (trx) => {
      const own = await findSiteById(trx, siteId)
      await own.readerQuestions.choose({ ...choice, isLet }, app.now())
      await auditCall(ctx, trx, 'prompt.question', pageId, { siteId, state })
    })
    return { pageId, questions: await reoffer(ctx, site, page.num) }
  },
})

/** Gives the prompt of a page the questions of readers that it may offer now. */
async function reoffer(
  { app, db }: OrgContext,
  site: SiteDb,
  pageNum: number,
): Promise<OfferedQuestion[]> {
  const askedHere = (await readAskedHere(site, app.now())).get(pageNum) ?? []
  const { begin } = await loadEditor()
  const { offerAnew } = await import('./edit-prompt.ts')
  return db.transaction(async (trx) => {
    const own = await findSiteById(trx, site.row.id)
    const [page] = await own.prompts.pages([pageNum])
    const begun = page && (await begin(app, own, page))
    if (!begun?.before) return []
    const values = await offerAnew({ ...begun, before: begun.before }, askedHere)
    await begun.store.save(pageNum, values, begun.before.version)
    return questionsOf(values)
  })
}
