import { sql } from 'kysely'
import type { PageRecord } from '../../src/domain/page/page-record.ts'
import { beginsWith, matchesPathPattern } from '../begins-with.ts'
import { jsonText } from '../forms.ts'
import type { Db } from '../tables/schema.ts'
import type { ListedPrompt, PromptListQuery } from './prompt-rows.ts'

/**
 * Returns prompts of a site in the order of their paths. Those of pages that are gone are left out, unless the query
 * names their page.
 */
export function selectPrompts(
  db: Db,
  siteNum: number,
  query: PromptListQuery,
): Promise<ListedPrompt[]> {
  const { state, type, kind, path, pathPattern, stale, after } = query
  let rows = db
    .selectFrom('page')
    .innerJoin('prompt', 'prompt.page_num', 'page.num')
    .leftJoin('page_record', 'page_record.page_num', 'page.num')
    .selectAll('prompt')
    .select(['page.id as page_id', 'page.path', 'page.title'])
    .select(jsonText(sql.ref<PageRecord>('page_record.record'), 'language').as('page_language'))
    .where('page.site_num', '=', siteNum)
    .orderBy('page.path')
    .limit(query.limit)
  rows =
    query.pageNum === undefined
      ? rows.where('page.num', 'not in', gonePages(db, siteNum))
      : rows.where('page.num', '=', query.pageNum)
  if (after !== undefined) rows = rows.where('page.path', '>', after)
  if (path !== undefined) rows = rows.where(beginsWith(sql`page.path`, path))
  if (pathPattern !== undefined) rows = rows.where(matchesPathPattern(sql`page.path`, pathPattern))
  if (state !== undefined) rows = rows.where('prompt.state', '=', state)
  if (type !== undefined) rows = rows.where('prompt.page_type', '=', type)
  if (kind !== undefined) rows = rows.where(hasKind(kind))
  if (stale !== undefined) rows = rows.where('prompt.is_stale', '=', stale ? 1 : 0)
  return rows.execute()
}

/** The states of pages that are not there for readers, or that their owner keeps out of lists. */
export const UNLISTED_STATES = ['gone', 'redirected', 'noindex', 'excluded', 'duplicate']

const hasKind = (kind: string) => sql<boolean>`LOWER(prompt.kinds) LIKE ${`% ${kind} %`}`

const gonePages = (db: Db, siteNum: number) =>
  db
    .selectFrom('page_record')
    .select('page_num')
    .where('site_num', '=', siteNum)
    .where('state', 'in', UNLISTED_STATES)
