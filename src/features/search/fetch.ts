import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { DAY_MS, iso, isoOrNull } from '../../core/clock.ts'
import { ServiceError, notFound } from '../../core/errors.ts'
import { fence } from '../../core/fence.ts'
import { parseQuestionId } from '../../core/ids.ts'
import { defineOperation, type OrgContext } from '../../core/operation.ts'
import type { Scope } from '../../core/scopes.ts'

const Document = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  url: z.string(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
type Document = z.input<typeof Document>

/** One site, page, topic or question by the id that search gave; what visitors wrote is fenced. */
export const fetchContent = defineOperation({
  name: 'search.fetch',
  summary: 'One site, page, topic or question as a document',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read', 'analytics:read'] },
  input: z.strictObject({
    id: z.string().min(1).max(200).describe('Id of a search result, such as page:pg_…'),
  }),
  output: Document,
  async handler(ctx, { id }) {
    const [kind = '', name = '', ...more] = id.split(':')
    const read = more.length === 0 ? READERS.get(kind) : undefined
    const document = read && (await read(ctx, name))
    if (!document)
      throw notFound('document; search gives ids such as site:…, page:…, topic:… and question:…')
    return { id, ...document }
  },
})

type Reader = (ctx: OrgContext, name: string) => Promise<Omit<Document, 'id'> | undefined>

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['site', readSite],
  ['page', readPage],
  ['question', readQuestion],
  ['topic', readTopic],
])

async function readSite(ctx: OrgContext, name: string) {
  assertScope(ctx, 'sites:read')
  const site = await ctx.db.site(name)
  if (!site) return undefined
  const { row } = site
  const pages = await site.countPages()
  return {
    title: row.name,
    text: `Site ${row.domain}, ${pages} pages, time zone ${row.timezone}.`,
    url: row.url,
    metadata: { domain: row.domain, pages, timezone: row.timezone, language: row.language },
  }
}

async function readPage(ctx: OrgContext, name: string) {
  assertScope(ctx, 'sites:read')
  const found = await ctx.db.page(name)
  if (!found) return undefined
  const { page, site } = found
  const siteDb = await ctx.db.site(site.id)
  const passages = (await siteDb?.passagesOfPage(page.num)) ?? []
  const asked =
    siteDb && canRead(ctx, 'analytics:read') ? await topicsOn(ctx, siteDb, page.num) : []
  const { text, isWhole } = pageText(page, asked, passages)
  return {
    title: page.title ?? page.path,
    text: fence(text),
    url: page.url,
    metadata: {
      site: site.id,
      ...(!isWhole && { note: `The first ${MAX_PAGE_CHARS} characters of the page` }),
      firstSeenAt: iso(page.first_seen_at),
      lastSeenAt: iso(page.last_seen_at),
    },
  }
}

/** About ten thousand tokens: more than most pages have, and less than would fill a model's memory. */
const MAX_PAGE_CHARS = 40_000

/** Days in which what readers asked counts, for pages and topics. */
const ASKED_DAYS = 90
const MAX_ASKED = 5

const recently = ({ app }: OrgContext) => {
  const now = app.now()
  return { fromMs: now - ASKED_DAYS * DAY_MS, toMs: now + 1 }
}

/** What readers asked about on a page most, for whoever may read their questions. */
async function topicsOn(ctx: OrgContext, site: SiteDb, pageNum: number): Promise<string[]> {
  const topics = await site.countTopics({ ...recently(ctx), pageNum, limit: MAX_ASKED })
  const named = topics.map(({ label, questions }) => `${label} (${questions})`)
  return named.length === 0 ? [] : [`Readers asked here about: ${named.join(', ')}`]
}

/** The pages on which readers asked about a topic most. */
async function pagesOf(ctx: OrgContext, siteId: string, topicNum: number): Promise<string[]> {
  const site = await ctx.db.site(siteId)
  const wanted = { topics: [topicNum], limit: MAX_ASKED, minAskers: 0 }
  const pages = (await site?.pagesOfTopics({ ...recently(ctx), ...wanted }))?.get(topicNum) ?? []
  const named = pages.map(({ path, questions }) => `${path} (${questions})`)
  return named.length === 0 ? [] : [`Asked most on: ${named.join(', ')}`]
}

/** Title, path, what readers asked about, and the text of the last scan; each heading once, above what stands under it. */
function pageText(
  { title, path }: { title: string | null; path: string },
  asked: readonly string[],
  passages: readonly { heading: string; text: string }[],
): { text: string; isWhole: boolean } {
  const parts = passages.map(({ heading, text }, i) =>
    heading === '' || heading === passages[i - 1]?.heading ? text : `${heading}\n${text}`,
  )
  const whole = [`${title ?? ''}\n${path}`.trim(), ...asked, ...parts].join('\n\n')
  return {
    text: whole.slice(0, MAX_PAGE_CHARS).toWellFormed(),
    isWhole: whole.length <= MAX_PAGE_CHARS,
  }
}

async function readQuestion(ctx: OrgContext, name: string) {
  assertScope(ctx, 'analytics:read')
  const parsed = parseQuestionId(name)
  const row = parsed && (await ctx.db.question(parsed.atMs, parsed.seq))
  if (!row) return undefined
  return {
    title: `Question of a reader of ${row.domain}${row.path ?? ''}`,
    text: fence(row.text ?? '(the site keeps no question texts)'),
    url: row.page_url ?? row.site_url,
    metadata: { site: row.site_id, at: isoOrNull(row.at), page: row.path, engine: row.engine },
  }
}

const TOPIC_QUESTIONS = 10

async function readTopic(ctx: OrgContext, name: string) {
  assertScope(ctx, 'analytics:read')
  const topic = await ctx.db.topic(name)
  if (!topic) return undefined
  const questions = await ctx.db.questionsOfTopic(topic.num, TOPIC_QUESTIONS)
  const texts = questions.map(({ text }) => text ?? '(the site keeps no question texts)')
  const pages = await pagesOf(ctx, topic.site_id, topic.num)
  return {
    title: `Topic of readers of ${topic.domain}`,
    text: fence([topic.label, ...pages, ...texts].join('\n')),
    url: topic.url,
    metadata: {
      site: topic.site_id,
      firstSeenAt: iso(topic.first_seen_at),
      lastSeenAt: iso(topic.last_seen_at),
    },
  }
}

const canRead = ({ principal }: OrgContext, scope: Scope): boolean =>
  principal.kind === 'session' || principal.scopes.has(scope)

function assertScope(ctx: OrgContext, scope: Scope): void {
  if (canRead(ctx, scope)) return
  throw new ServiceError(
    'INSUFFICIENT_SCOPE',
    `This key lacks ${scope}; create a key with it: citable key create --scopes ${scope}`,
    { scopes: [scope] },
  )
}
