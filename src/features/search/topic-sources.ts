import type { SiteDb } from '../../../db/site-db.ts'
import { ENGINE_LABEL } from '../../domain/events/ai-sources.ts'
import { ANY_ASKERS, fewAskers, MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { citedUrl } from '../../domain/page/cited-url.ts'
import { zoneIso } from '../../lib/time/zone.ts'
import { parseQuestionId } from '../../domain/ids.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { siteRange } from '../../kernel/reads/range.ts'
import { type DocumentSource } from './document.ts'
import { assertMayReadWords, assertMaySee, mayReadWords } from '../../kernel/door/access.ts'

const MAX_PAGES = 5
const TOPIC_QUESTIONS = 10
const NO_TEXT = '(the site keeps no question texts)'

/** The number of days over which documents count questions, the same as in lists of pages. */
export const ASKED_DAYS = 28

/** Returns the span of time over which documents count questions, in epoch ms. */
export const recentRange = async (
  { app }: OrgContext,
  site: SiteDb,
): Promise<{ fromMs: number; toMs: number }> =>
  (await siteRange(site, { range: `${ASKED_DAYS}d` }, app.now())).instants

/**
 * Reads the document of a question, in the words of the reader who asked it. Throws INSUFFICIENT_SCOPE for a caller who
 * may not read these.
 */
export async function readQuestionSource(
  ctx: OrgContext,
  name: string,
): Promise<DocumentSource | undefined> {
  assertMaySee(ctx.principal, 'analytics:read')
  assertMayReadWords(ctx.principal)
  const parsed = parseQuestionId(name)
  const row = parsed && (await ctx.db.questions.find(parsed.atMs, parsed.seq))
  if (!row) return undefined
  const isRead = row.is_read === 1
  return {
    title: `Question of a reader of ${row.domain}`,
    // A path from visitors alone stands in the fenced text alone.
    lead: isRead || row.path === null ? '' : `Asked on ${row.path}`,
    sections: [{ heading: '', text: row.text ?? NO_TEXT }],
    url: citedUrl(
      { url: row.page_url ?? row.site_url, canonicalUrl: row.canonical_url, isRead },
      { domain: row.domain, url: row.site_url },
    ),
    metadata: {
      site: row.site_id,
      at: zoneIso(row.timezone, row.at),
      page: isRead ? row.path : null,
      // An engine outside the list is a word of the visitor's.
      engine: row.engine === null || row.engine in ENGINE_LABEL ? row.engine : 'other',
    },
  }
}

/**
 * Reads the document of a topic: its name, the pages on which readers asked about it, and the latest questions. A
 * caller who may not read readers' words is shown no question, and the name and the pages only where enough readers
 * stand behind them.
 */
export async function readTopicSource(
  ctx: OrgContext,
  name: string,
): Promise<DocumentSource | undefined> {
  assertMaySee(ctx.principal, 'analytics:read')
  const topic = await ctx.db.topics.find(name)
  if (!topic) return undefined
  const site = await ctx.db.sites.find(topic.site_id)
  if (!site) return undefined
  const questions = await ctx.db.topics.latestQuestions(topic.num, TOPIC_QUESTIONS)
  const [latest] = questions
  const isWhole = mayReadWords(ctx.principal)
  const texts = isWhole ? questions.map(({ text }) => text ?? NO_TEXT) : []
  const label = isWhole ? topic.label : await publicLabel(ctx, site, topic)
  const pages = await pagesOf(ctx, site, topic.num, isWhole ? ANY_ASKERS : MIN_ASKERS)
  return {
    title: `Topic of readers of ${topic.domain}`,
    sections: [{ heading: '', text: [label, ...pages, ...texts].join('\n') }],
    url: topic.url,
    metadata: {
      site: topic.site_id,
      firstSeenAt: zoneIso(topic.timezone, topic.first_asked_at),
      lastSeenAt: latest ? zoneIso(topic.timezone, latest.at) : null,
    },
  }
}

/**
 * Returns the name of a topic if enough readers gave it that name; for any other topic, a text that says that they were
 * few.
 */
async function publicLabel(
  { app }: OrgContext,
  site: SiteDb,
  { num, label }: { num: number; label: string },
): Promise<string> {
  const [counted] = await site.topics.count({ fromMs: 0, toMs: app.now() + 1, topicNum: num })
  return counted && counted.namers >= MIN_ASKERS ? label : fewAskers(MIN_ASKERS)
}

/** Returns a line with the pages on which readers asked about a topic most; an empty list without such pages. */
async function pagesOf(
  ctx: OrgContext,
  site: SiteDb,
  topicNum: number,
  minAskers: number,
): Promise<string[]> {
  const wanted = { topics: [topicNum], limit: MAX_PAGES, minAskers }
  const asked = await site.topics.pages({ ...(await recentRange(ctx, site)), ...wanted })
  const named = (asked.get(topicNum) ?? []).map(({ path, questions }) => `${path} (${questions})`)
  return named.length === 0 ? [] : [`Asked most on: ${named.join(', ')}, in ${ASKED_DAYS} days`]
}
