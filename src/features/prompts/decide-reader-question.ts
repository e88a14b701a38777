import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'
import { hashesOf, readAskedHere, readReaderQuestions } from './asked-here.ts'
import { loadReoffer } from './load-reoffer.ts'
import { OfferedQuestion } from '../../domain/prompts/question.ts'

const MAX_CHARS = 300

/**
 * PUT /prompts/:siteId/questions: lets one question of readers be offered on its page, or bars it there for good, in
 * any words that ask it later, and also before readers ask it. The prompt of the page is changed before the answer is
 * sent.
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
    const askedHere = (await readAskedHere(site, app.now())).get(page.num) ?? []
    const reoffer = await loadReoffer(app, site)
    return { pageId, questions: await reoffer(db, page.num, askedHere) }
  },
})
