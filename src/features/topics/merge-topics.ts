import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { invalidField, notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { checkEach } from '../../kernel/door/every-refusal.ts'
import { defineOperation } from '../../kernel/door/operation.ts'

/** POST /topics/:siteId/merge: joins several topics into one, which also gets later questions like theirs. */
export const mergeTopics = defineOperation({
  name: 'topics.merge',
  summary: 'Merge topics into one',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: { method: 'post', path: '/topics/:siteId/merge' },
  input: z.strictObject({
    siteId: PathId,
    into: PathId.describe('Topic that stays'),
    from: z.array(PathId).min(1).max(50).describe('Topics that become part of it'),
  }),
  output: z.object({ id: z.string(), label: z.string(), merged: z.int() }),
  rules: [(_, { into, from }) => assertOthers(into, from)],
  async handler(ctx, { siteId, into, from }) {
    assertOthers(into, from)
    const merged = [...new Set(from)]
    const label = await ctx.db.transaction(async (trx) => {
      const site = await trx.sites.find(siteId)
      const rows = await site?.topics
        .query()
        .select(['t.num', 't.id', 't.label'])
        .where('t.id', 'in', [into, ...merged])
        .execute()
      const target = rows?.find(({ id }) => id === into)
      if (!site || !rows || !target || rows.length < merged.length + 1) throw notFound('topic')
      const nums = rows.filter(({ id }) => id !== into).map(({ num }) => num)
      await site.topics.merge(target.num, nums)
      await auditCall(ctx, trx, 'topic.merge', into, { from: merged })
      return target.label
    })
    return { id: into, label, merged: merged.length }
  },
})

/** Throws VALIDATION_FAILED where the topic that stays is also among those that become part of it. */
function assertOthers(into: string, from: readonly string[]): void {
  checkEach(from, (one, i) => {
    if (one !== into) return
    throw invalidField(`from[${i}]`, 'self', 'A topic cannot be merged into itself')
  })
}
