import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'

export const TopicLabel = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}\p{M} '’&/-]*$/u, "Letters, digits, spaces and ' & / - only")

/** PUT /topics/:siteId/:topicId: renames a topic; later questions do not change that name. */
export const updateTopic = defineOperation({
  name: 'topics.update',
  summary: 'Rename a topic',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: { method: 'put', path: '/topics/:siteId/:topicId' },
  input: z.strictObject({
    siteId: PathId,
    topicId: PathId,
    label: TopicLabel.describe('New name'),
  }),
  output: z.object({ id: z.string(), label: z.string() }),
  async handler(ctx, { siteId, topicId, label }) {
    await ctx.db.transaction(async (trx) => {
      const site = await trx.sites.find(siteId)
      const topic = await site?.topics
        .query()
        .select(['t.num', 't.label'])
        .where('t.id', '=', topicId)
        .executeTakeFirst()
      if (!site || !topic) throw notFound('topic')
      await site.topics.rename(topic.num, label)
      await auditCall(ctx, trx, 'topic.update', topicId, { label })
    })
    return { id: topicId, label }
  },
})
