import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { invalidField, notFound } from '../../kernel/errors.ts'
import { unknownPage, type PageFacts } from '../../domain/prompt-rules/rule-subject.ts'
import { PAGE_STATUSES, PAGE_TYPES } from '../../domain/prompt-rules/vocabulary.ts'
import { pageTypeOf } from '../../domain/prompts/page-type.ts'
import { normaliseUrlPath, parseWebUrl } from '../../lib/web/web-url.ts'

/** The fields of a scan's page record that rules ask about; what a record does not say is unknown. */
const Recorded = z.object({
  title: z.string().nullish(),
  language: z.string().nullish(),
  author: z.string().nullish(),
  wordCount: z.int().nullish(),
  publishedAt: z.string().nullish(),
  schemaTypes: z.array(z.string()).default([]),
  ogType: z.string().nullish(),
  type: z.enum(PAGE_TYPES).nullish().catch(null),
  typeSource: z.string().nullish(),
  // Of the page itself: `tags` has what rules added to it, which rules do not see.
  ownTags: z.array(z.string()).default([]),
})

type Wanted = { path: string } | { pageId: string }

interface FoundPage {
  id: string
  path: string
  url: string
  title: string | null
  state: string | null
  record: string | null
}

/**
 * What is known of a page, by its id or its path. A path that no page has is fine: rules over paths can be tried before
 * the page exists. Throws NOT_FOUND for an id that no page of the site has.
 */
export async function readFacts(
  site: SiteDb,
  wanted: Wanted,
): Promise<{ pageId: string | null; facts: PageFacts }> {
  const { domain } = site.row
  if ('pageId' in wanted) {
    const page = await findPage(site, 'page.id', wanted.pageId)
    if (!page) throw notFound('page')
    return { pageId: page.id, facts: factsOf(page, domain) }
  }
  const url = parseWebUrl(wanted.path, `https://${domain}`)
  if (!url) throw invalidField('path', 'invalid_path', 'Must be a path such as /blog/tea')
  const path = normaliseUrlPath(url.pathname)
  const page = await findPage(site, 'page.path', path + normaliseUrlPath(url.search))
  if (page) return { pageId: page.id, facts: factsOf(page, domain) }
  return { pageId: null, facts: unknownPage(path, domain) }
}

function findPage(
  site: SiteDb,
  column: 'page.id' | 'page.path',
  value: string,
): Promise<FoundPage | undefined> {
  return site
    .pages()
    .leftJoin('page_record', 'page_record.page_num', 'page.num')
    .select(['page.id', 'page.path', 'page.url', 'page.title'])
    .select(['page_record.state', 'page_record.record'])
    .where(column, '=', value)
    .executeTakeFirst()
}

/** What rules see of a page that a scan has read. */
export function factsOf(
  { path, url, title, state, record }: Omit<FoundPage, 'id'>,
  domain: string,
): PageFacts {
  const [plain = ''] = path.split('?', 1)
  const facts = {
    ...unknownPage(plain, parseWebUrl(url)?.hostname ?? domain),
    title,
    status: PAGE_STATUSES.find((status) => status === state) ?? null,
  }
  if (record === null) return facts
  const said = Recorded.parse(JSON.parse(record))
  return {
    ...facts,
    type: typeOf(plain, said),
    language: said.language ?? null,
    title: said.title ?? title,
    tags: said.ownTags,
    schemaTypes: said.schemaTypes,
    wordCount: said.wordCount ?? null,
    publishedAt: instantOf(said.publishedAt),
    author: said.author ?? null,
  }
}

/** As prompts found it, unless a rule said so; a page without prompts has the type that its address and data tell. */
function typeOf(path: string, said: z.output<typeof Recorded>) {
  if (said.type && said.typeSource !== 'rule') return said.type
  const { schemaTypes, ogType } = said
  const { type, typeSource } = pageTypeOf({
    jsonLdTypes: schemaTypes,
    ogType: ogType ?? null,
    path,
    signals: { codeBlocks: 0, pricePattern: false, questionHeadings: 0, orderedSteps: false },
  })
  return typeSource === 'dom' ? null : type
}

/** Pages write their dates as they like. */
function instantOf(text: string | null | undefined): number | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : at
}
