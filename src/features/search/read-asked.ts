import { citedUrl } from '../../core/cited-url.ts'
import { DAY_MS, iso, isoOrNull } from '../../core/clock.ts'
import { parseQuestionId } from '../../core/ids.ts'
import type { OrgContext } from '../../core/operation.ts'
import { assertScope, type Source } from './document.ts'

/** Days in which what readers asked counts, for pages and topics. */
const ASKED_DAYS = 90
const MAX_PAGES = 5
const TOPIC_QUESTIONS = 10
const NO_TEXT = '(the site keeps no question texts)'

/** The span in which what readers asked counts, epoch ms. */
export const recently = ({ app }: OrgContext): { fromMs: number; toMs: number } => {
  const now = app.now()
  return { fromMs: now - ASKED_DAYS * DAY_MS, toMs: now + 1 }
}

/** A reader's question, in their words. */
export async function readQuestion(ctx: OrgContext, name: string): Promise<Source | undefined> {
  assertScope(ctx, 'analytics:read')
  const parsed = parseQuestionId(name)
  const row = parsed && (await ctx.db.question(parsed.atMs, parsed.seq))
  if (!row) return undefined
  return {
    title: `Question of a reader of ${row.domain}${row.path ?? ''}`,
    sections: [{ heading: '', text: row.text ?? NO_TEXT }],
    url:
      row.page_url === null
        ? row.site_url
        : citedUrl({ url: row.page_url, canonicalUrl: row.canonical_url }, row.domain),
    metadata: { site: row.site_id, at: isoOrNull(row.at), page: row.path, engine: row.engine },
  }
}

/** A topic with the pages on which readers asked about it, and their latest questions. */
export async function readTopic(ctx: OrgContext, name: string): Promise<Source | undefined> {
  assertScope(ctx, 'analytics:read')
  const topic = await ctx.db.topic(name)
  if (!topic) return undefined
  const questions = await ctx.db.questionsOfTopic(topic.num, TOPIC_QUESTIONS)
  const texts = questions.map(({ text }) => text ?? NO_TEXT)
  const pages = await pagesOf(ctx, topic.site_id, topic.num)
  return {
    title: `Topic of readers of ${topic.domain}`,
    sections: [{ heading: '', text: [topic.label, ...pages, ...texts].join('\n') }],
    url: topic.url,
    metadata: {
      site: topic.site_id,
      firstSeenAt: iso(topic.first_seen_at),
      lastSeenAt: iso(topic.last_seen_at),
    },
  }
}

/** The pages on which readers asked about a topic most. */
async function pagesOf(ctx: OrgContext, siteId: string, topicNum: number): Promise<string[]> {
  const site = await ctx.db.site(siteId)
  const wanted = { topics: [topicNum], limit: MAX_PAGES, minAskers: 0 }
  const pages = (await site?.pagesOfTopics({ ...recently(ctx), ...wanted }))?.get(topicNum) ?? []
  const named = pages.map(({ path, questions }) => `${path} (${questions})`)
  return named.length === 0 ? [] : [`Asked most on: ${named.join(', ')}`]
}
