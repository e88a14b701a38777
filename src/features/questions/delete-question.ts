import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { parseQuestionId } from '../../domain/ids.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'

/** DELETE /questions/:siteId/:questionId: deletes the words; that somebody asked stays counted. */
export const deleteQuestion = defineOperation({
  name: 'questions.delete',
  summary: 'Delete the words of one question',
  effect: 'write',
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
