import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { parseQuestionId } from '../../domain/ids.ts'
import { withdrawReaderQuestions } from '../prompts/face.ts'

/**
 * DELETE /questions/:siteId: deletes the words of every question asked until now, and every topic, in small steps that
 * begin at once. The number of questions stays counted, and later questions begin new topics.
 */
export const deleteQuestions = defineOperation({
  name: 'questions.deleteAll',
  summary: 'Delete the words of all questions of a site, with their topics',
  access: { by: 'session', role: 'owner' },
  http: { method: 'delete', path: '/questions/:siteId' },
  input: z.strictObject({ siteId: PathId }),
  output: z.object({}),
  async handler(ctx, { siteId }) {
    const siteNum = await ctx.db.transaction(async (trx) => {
      const site = await findSiteById(trx, siteId)
      await site.questions.markAll()
      await auditCall(ctx, trx, 'question.delete_all', site.row.id)
      return site.row.num
    })
    ctx.app.background.purgeQuestions(siteNum)
    await withdrawReaderQuestions(ctx, siteId)
    return {}
  },
})

/** DELETE /questions/:siteId/:questionId: deletes the words of one question, which stays counted. */
export const deleteQuestion = defineOperation({
  name: 'questions.delete',
  summary: 'Delete the words of one question',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: { method: 'delete', path: '/questions/:siteId/:questionId' },
  input: z.strictObject({ siteId: PathId, questionId: PathId }),
  output: z.object({}),
  async handler(ctx, { siteId, questionId }) {
    const asked = parseQuestionId(questionId)
    await ctx.db.transaction(async (trx) => {
      const site = await trx.sites.find(siteId)
      const isDeleted = asked && (await site?.questions.delete(asked.atMs, asked.seq))
      if (!isDeleted) throw notFound('question')
      await auditCall(ctx, trx, 'question.delete', questionId)
    })
    return {}
  },
})
