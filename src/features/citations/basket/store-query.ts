import type { CitationQueryRow } from '../../../../db/citations/query-store.ts'
import type { SiteDb } from '../../../../db/site-db.ts'
import { brandedBy } from '../../../domain/citations/branded.ts'
import { CITATION_ENGINES } from '../../../domain/citations/engines.ts'
import { queryKey } from '../../../domain/citations/query-text.ts'
import { ServiceError } from '../../../kernel/door/errors.ts'
import type { OrgContext } from '../../../kernel/door/operation.ts'
import { readingSubjectOf } from '../../../kernel/names/named-site.ts'
import { PLAN_LIMITS, type Plan } from '../../../kernel/plan/plans.ts'
import { pluralize } from '../../../lib/text/pluralize.ts'
import type { ShownQuery } from './query.ts'
import type { NewQuery, QueryChanges } from './query-input.ts'

export type QuerySource = 'manual' | 'imported' | 'readers' | 'page' | 'searches'

/** Counts how many more queries the plan lets a site have. */
export const roomFor = async (site: SiteDb, plan: Plan): Promise<number> =>
  PLAN_LIMITS[plan].maxCitationQueries - (await site.citationQueries.count())

export const limitReached = (plan: Plan): ServiceError =>
  new ServiceError(
    'LIMIT_REACHED',
    `The plan ${plan} has at most ${pluralize(PLAN_LIMITS[plan].maxCitationQueries, 'query', 'queries')} of a site; delete one`,
  )

/**
 * Stores a query. Call it in a transaction that has checked that there is room for it, and that no other query has its
 * key.
 */
export async function insertQuery(
  { app }: Pick<OrgContext, 'app'>,
  site: SiteDb,
  query: NewQuery,
  source: QuerySource,
): Promise<ShownQuery> {
  const now = app.now()
  const row = {
    id: app.newId('cq'),
    ...columnsOf(site, query),
    source,
    page_num: null,
    created_at: now,
    changed_at: now,
  }
  await site.citationQueries.insert(row)
  return { ...row, silent: 0, last_run_at: null }
}

/** Makes the columns of a query that say what engines are asked, from its fields. */
const columnsOf = (site: SiteDb, { text, country, language, ...others }: NewQuery) => ({
  text,
  country,
  language,
  text_key: queryKey({ text, country, language }),
  branded: brandedBy(readingSubjectOf(site.row))(text) ? 1 : 0,
  intent: others.intent,
  tags: tagColumn(others.tags),
  engines: engineColumn(others.engines),
  enabled: others.enabled ? 1 : 0,
})

const tagColumn = (tags: readonly string[]): string => JSON.stringify([...new Set(tags)])

const engineColumn = (engines: readonly string[] | null): string | null =>
  engines && JSON.stringify(CITATION_ENGINES.filter((engine) => engines.includes(engine)))

/** Returns the columns of a query whose values its changes replace; columns that would stay the same are left out. */
export function changedColumns(
  site: SiteDb,
  row: CitationQueryRow,
  changes: QueryChanges,
): Partial<CitationQueryRow> {
  const { text = row.text, country = row.country, language = row.language } = changes
  const wanted: Partial<CitationQueryRow> = {
    text,
    country,
    language,
    text_key: queryKey({ text, country, language }),
    branded: brandedBy(readingSubjectOf(site.row))(text) ? 1 : 0,
    ...(changes.intent !== undefined && { intent: changes.intent }),
    ...(changes.tags !== undefined && { tags: tagColumn(changes.tags) }),
    ...(changes.engines !== undefined && { engines: engineColumn(changes.engines) }),
    ...(changes.enabled !== undefined && { enabled: changes.enabled ? 1 : 0 }),
  }
  // @NOTE the names are those of the object above.
  const names = Object.keys(wanted) as (keyof typeof wanted)[]
  const differing = names.filter((name) => wanted[name] !== row[name])
  return Object.fromEntries(differing.map((name) => [name, wanted[name]]))
}

export const sameQuery = (): ServiceError =>
  new ServiceError('CONFLICT', 'The site has a query of this text, country and language already')
