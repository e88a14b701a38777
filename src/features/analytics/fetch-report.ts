import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { citedUrl } from '../../domain/page/cited-url.ts'
import { documentName, findPage, type FoundPage, FetchedDocument } from '../search/face.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { fenceShort } from '../../domain/fence.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { reportOf, type ReportSubject } from './report-text.ts'

/**
 * Returns a report of 28 days on one site, page or topic, as a document for clients that only search and fetch. The
 * report has aggregates alone.
 */
export const fetchReport = defineOperation({
  name: 'analytics.fetchReport',
  summary: 'The last 28 days of a site, page or topic as a text',
  access: { by: 'scope', anyOf: ['analytics:read'], withoutWords: true },
  input: z.strictObject({
    id: z
      .string()
      .min(1)
      .max(2_100)
      .describe('Of a search result, or page:/path (page:example.com/path with several sites)'),
  }),
  output: FetchedDocument,
  async handler(ctx, { id }) {
    const subject = await findSubject(ctx, id)
    const { text, result } = await reportOf(ctx, subject)
    const { from, to } = result.range
    return {
      id,
      title: subject.title,
      text,
      url: subject.url,
      metadata: { from, to, timezone: result.timezone, dataFreshness: result.dataFreshness },
    }
  },
})

/** The most characters of a path that a document shows; visitors may have made up a longer one. */
const MAX_PATH = 200

const ID = /^([a-z]+):(.+)$/

async function findSubject({ db }: OrgContext, id: string): Promise<ReportSubject> {
  const [, kind = '', name = ''] = ID.exec(documentName(id)) ?? []
  const find = SUBJECTS.get(kind)
  const subject = find && (await find(db, name))
  if (!subject) throw notFound('document; search gives ids such as site:…, page:… and topic:…')
  return subject
}

type Find = (db: OrgContext['db'], name: string) => Promise<ReportSubject | undefined>

const SUBJECTS: ReadonlyMap<string, Find> = new Map<string, Find>([
  ['site', findSiteSubject],
  ['page', findPageSubject],
  ['topic', findTopicSubject],
])

async function findSiteSubject(db: OrgContext['db'], name: string) {
  return siteSubject(await findSite(db, name))
}

/** Returns the subject of a report about a whole site. */
export const siteSubject = ({ row }: SiteDb): ReportSubject => ({
  siteId: row.id,
  title: row.domain,
  url: row.url,
  filters: [],
})

async function findPageSubject(db: OrgContext['db'], name: string) {
  const found = await findPage(db, name)
  return found && pageSubject(found)
}

/** Returns the subject of a report about a page. A path that no scan has read was made up by visitors. */
export function pageSubject({ page, site }: FoundPage): ReportSubject {
  return {
    siteId: site.id,
    title: page.isRead
      ? `${site.domain}${page.path}`
      : `Page of ${site.domain}: ${fenceShort(page.path, MAX_PATH)}`,
    url: citedUrl(page, site),
    filters: [{ dimension: 'path', op: 'is', values: [page.path] }],
  }
}

async function findTopicSubject(db: OrgContext['db'], name: string) {
  const topic = await db.topics.find(name)
  if (!topic) return undefined
  const filters = [{ dimension: 'topic' as const, op: 'is' as const, values: [topic.label] }]
  const title = `Topic of readers of ${topic.domain}`
  return { siteId: topic.site_id, title, url: topic.url, filters }
}
