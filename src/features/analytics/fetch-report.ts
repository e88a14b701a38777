import * as z from 'zod'
import { citedUrl } from '../../domain/page/cited-url.ts'
import { findPage } from '../../kernel/names/find-page.ts'
import { notFound } from '../../kernel/errors.ts'
import { fenceShort } from '../../domain/prompt-policy/fence.ts'
import { defineOperation, type OrgContext } from '../../kernel/operation.ts'
import type { AnalyticsFilter } from './query.ts'
import { comparableValue } from './metric-value.ts'
import { readOverview } from './get-overview.ts'
import { changeCell, changeText, shortNumber } from '../../kernel/numbers.ts'

/** One site, page or topic as a document of 28 days, for clients that only search and fetch. Aggregates alone. */
export const fetchReport = defineOperation({
  name: 'analytics.fetchReport',
  summary: 'The last 28 days of a site, page or topic as a text',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: z.strictObject({
    id: z.string().min(1).max(2_100).describe('Id of a search result, or page:/path'),
  }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    url: z.string(),
    metadata: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  }),
  async handler(ctx, { id }) {
    const subject = await findSubject(ctx, id)
    const { metrics, result } = await readOverview(ctx, {
      site: subject.siteId,
      range: '28d',
      compare: 'previous_period',
      filters: subject.filters,
    })
    const lines = metrics.map((metric) => {
      const value = result.totals[metric] ?? null
      const before = result.comparison?.totals[metric] ?? null
      const scale = result.comparison?.scale ?? 1
      const verdict = result.comparison?.verdicts[metric] ?? ''
      const comparable = comparableValue(metric, before, scale)
      const change = changeText(changeCell(value, comparable, verdict))
      return `${metric}: ${shortNumber(value)} (before ${shortNumber(before)}, change ${change}, ${verdict})`
    })
    const { from, to } = result.range
    return {
      id,
      title: subject.title,
      text: [`${from} to ${to}, ${result.timezone}`, ...lines, ...result.notes].join('\n'),
      url: subject.url,
      metadata: { from, to, timezone: result.timezone, dataFreshness: result.dataFreshness },
    }
  },
})

/** Characters of a path that a document shows; visitors may have made up a longer one. */
const MAX_PATH = 200

const ID = /^([a-z]+):(.+)$/

interface Subject {
  siteId: string
  title: string
  url: string
  filters: AnalyticsFilter[]
}

async function findSubject({ db }: OrgContext, id: string): Promise<Subject> {
  const [, kind = '', name = ''] = ID.exec(/^https?:\/\//i.test(id) ? `page:${id}` : id) ?? []
  const find = SUBJECTS.get(kind)
  const subject = find && (await find(db, name))
  if (!subject) throw notFound('document; search gives ids such as site:…, page:… and topic:…')
  return subject
}

type Find = (db: OrgContext['db'], name: string) => Promise<Subject | undefined>

const SUBJECTS: ReadonlyMap<string, Find> = new Map<string, Find>([
  ['site', findSiteSubject],
  ['page', findPageSubject],
  ['topic', findTopicSubject],
])

async function findSiteSubject(db: OrgContext['db'], name: string) {
  const site = await db.sites.find(name)
  return site && { siteId: site.row.id, title: site.row.domain, url: site.row.url, filters: [] }
}

async function findPageSubject(db: OrgContext['db'], name: string) {
  const found = await findPage(db, name)
  if (!found) return undefined
  const { page, site } = found
  const filters = [{ dimension: 'path' as const, op: 'is' as const, values: [page.path] }]
  return {
    siteId: site.id,
    title: page.isRead
      ? `${site.domain}${page.path}`
      : `Page of ${site.domain}: ${fenceShort(page.path, MAX_PATH)}`,
    url: citedUrl(page, site),
    filters,
  }
}

async function findTopicSubject(db: OrgContext['db'], name: string) {
  const topic = await db.topics.find(name)
  if (!topic) return undefined
  const filters = [{ dimension: 'topic' as const, op: 'is' as const, values: [topic.label] }]
  const title = `Topic of readers of ${topic.domain}`
  return { siteId: topic.site_id, title, url: topic.url, filters }
}
