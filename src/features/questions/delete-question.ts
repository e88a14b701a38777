import * as z from 'zod'
import { audit } from '../../core/audit.ts'
import { notFound } from '../../core/errors.ts'
import { parseQuestionId } from '../../core/ids.ts'
import { PathId } from '../../core/inputs.ts'
import { defineOperation } from '../../core/operation.ts'
import { actorOf } from '../../core/principal.ts'

/** DELETE /api/v1/questions/:siteId/:questionId: its words are gone; that somebody asked stays counted. */
export const deleteQuestion = defineOperation({
  name: 'questions.delete',
  summary: 'Delete the words of one question',
  effect: 'write',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: { method: 'delete', path: '/questions/:siteId/:questionId' },
  input: z.strictObject({ siteId: PathId, questionId: PathId }),
  output: z.object({}),
  async handler({ app, caller, db, principal }, { siteId, questionId }) {
    const asked = parseQuestionId(questionId)
    await db.transaction(async (trx) => {
      const site = await trx.site(siteId)
      const isDeleted = asked && (await site?.deleteQuestion(asked.atMs, asked.seq))
      if (!isDeleted) throw notFound('question')
      await audit(trx, {
        action: 'question.delete',
        target: { type: 'question', id: questionId },
        actor: actorOf(principal),
        requestId: caller.requestId,
        at: app.now(),
      })
    })
    return {}
  },
})
