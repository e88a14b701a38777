import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { parseQuestionId } from '../../domain/ids.ts'
import { keyOfName } from '../../domain/topics/topic-rules.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { invalidField, notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { TopicLabel } from './update-topic.ts'

const MAX_QUESTIONS = 100

/**
 * POST /topics/:siteId/:topicId/split: makes a new topic of all questions that have the same words as the given
 * questions, from any time and on any page.
 */
export const splitTopic = defineOperation({
  name: 'topics.split',
  summary: 'Make some questions of a topic a topic of their own',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: { method: 'post', path: '/topics/:siteId/:topicId/split' },
  input: z.strictObject({
    siteId: PathId,
    topicId: PathId,
    label: TopicLabel.describe('Name of the new topic'),
    questions: z
      .array(PathId)
      .min(1)
      .max(MAX_QUESTIONS)
      .describe('Ids of questions; all in the same words go with them'),
  }),
  output: z.object({ id: z.string(), label: z.string(), wordings: z.int() }),
  rules: [({ db }, input) => findWordings(db, input)],
  async handler(ctx, { siteId, topicId, label, questions }) {
    const at = ctx.app.now()
    const id = ctx.app.newId('top')
    const wordings = await ctx.db.transaction(async (trx) => {
      const { site, topicNum, found } = await findWordings(trx, { siteId, topicId, questions })
      const phrase = keyOfName(label, site.row.language)
      await site.topics.split(topicNum, found, { id, label, phrase, at })
      await auditCall(ctx, trx, 'topic.split', topicId, { label, wordings: found.length })
      return found.length
    })
    return { id, label, wordings }
  },
})

interface Named {
  siteId: string
  topicId: string
  questions: readonly string[]
}

async function findWordings(db: TenantDb, { siteId, topicId, questions }: Named) {
  const site = await db.sites.find(siteId)
  const topic = await site?.topics.find(topicId)
  if (!site || !topic) throw notFound('topic')
  const found = await wordingsAmong(site, topic.num, questions)
  return { site, topicNum: topic.num, found }
}

/**
 * Returns the wordings of the given questions. Throws VALIDATION_FAILED for a question that is not of the topic, and
 * where the topic would keep no question.
 */
async function wordingsAmong(
  site: SiteDb,
  topicNum: number,
  ids: readonly string[],
): Promise<number[]> {
  const asked = ids.map((id) => parseQuestionId(id))
  const rows = await site.topics.wordingsOf(
    topicNum,
    asked.filter((one) => one !== undefined),
  )
  const numByKey = new Map(rows.map(({ at, seq, num }) => [`${at} ${seq}`, num]))
  const nums = asked.map((one, i) => {
    const num = one && numByKey.get(`${one.atMs} ${one.seq}`)
    if (num !== undefined) return num
    throw invalidField(`questions[${i}]`, 'unknown_question', `The topic has no question ${ids[i]}`)
  })
  const wordings = [...new Set(nums)]
  if ((await site.topics.countWordings(topicNum, wordings.length + 1)) > wordings.length) {
    return wordings
  }
  throw invalidField('questions', 'all', 'The topic would have no question left; rename it instead')
}
