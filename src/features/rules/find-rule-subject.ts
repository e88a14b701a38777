import type { SiteDb } from '../../../db/site-db.ts'
import { invalidField, notFound } from '../../kernel/door/errors.ts'
import { ruleSubjectOf, readRecordedPage } from '../../domain/prompt-rules/rule-subject-of.ts'
import { subjectOfAddress, type RuleSubject } from '../../domain/prompt-rules/rule-subject.ts'
import { addressesAt, pageAt } from '../../kernel/names/page-at.ts'

type Wanted = { path: string } | { pageId: string }

export interface FoundSubject {
  pageId: string | null
  /** The state that the last scan gave the page; null for a page that no scan has read. */
  state: string | null
  facts: RuleSubject
}

/**
 * Finds the facts of a page by which rules decide, by its id or its path. A path may be unknown, since rules over paths
 * can be tried before the page exists. Throws NOT_FOUND for an id that no page of the site has.
 */
export async function findRuleSubject(site: SiteDb, wanted: Wanted): Promise<FoundSubject> {
  const { domain } = site.row
  if ('pageId' in wanted) {
    const found = await findFacts(site, 'page.id', wanted.pageId)
    if (!found) throw notFound('page')
    return found
  }
  const path = addressesAt(site, wanted.path)?.at(-1)
  if (path === undefined) {
    throw invalidField('path', 'invalid_path', 'Must be a path such as /blog/tea')
  }
  const known = await pageAt(site, wanted.path)
  const found = known === undefined ? undefined : await findFacts(site, 'page.path', known)
  return found ?? { pageId: null, state: null, facts: subjectOfAddress(path, domain) }
}

async function findFacts(
  site: SiteDb,
  column: 'page.id' | 'page.path',
  value: string,
): Promise<FoundSubject | undefined> {
  const page = await site.scannedPages().where(column, '=', value).executeTakeFirst()
  if (!page) return undefined
  const facts = ruleSubjectOf(page, readRecordedPage(page), site.row.domain)
  return { pageId: page.id, state: page.state, facts }
}
