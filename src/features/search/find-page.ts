import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { invalidField, type ServiceError } from '../../kernel/door/errors.ts'
import { findOnlySite, findSite, listOfDomains } from '../../kernel/names/find-site.ts'
import { readPath } from '../../kernel/names/read-path.ts'

export type FoundPage = NonNullable<Awaited<ReturnType<TenantDb['pages']['find']>>>

/**
 * Finds a page by its id, its address, its domain and path (`tea.example/guides`), or by its path alone where the
 * organization has one site. Undefined where the organization has no such page. `kind` is the kind of the document that
 * the caller wants, for the message of an error.
 */
export async function findPage(db: TenantDb, name: string, kind: 'page' | 'prompt' = 'page') {
  if (!name.includes('/')) return db.pages.find(name)
  const text = name.replace(/^https?:\/\//i, '')
  const first = text.split('/', 1)[0] ?? ''
  const host = first.includes('.') ? first : ''
  const site = host === '' ? await findOnlySite(db, nameInId(kind, text)) : await findSite(db, host)
  return findPageOf(db, site, text.slice(host.length))
}

/** Makes the error that asks for the site within the id, since a document has no argument for its site. */
const nameInId =
  (kind: string, path: string) =>
  (domains: readonly string[]): ServiceError =>
    invalidField(
      'id',
      'required',
      `Put the site before the path, as domain/path; yours: ${listOfDomains(domains)}`,
      `${kind}:${domains[0]}/${path.replace(/^\/+/, '')}`,
    )

/** Finds a page of a site by a path as `readPath` reads it; undefined where the site has no page at that path. */
export async function findPageOf(
  db: TenantDb,
  site: SiteDb,
  name: string,
): Promise<FoundPage | undefined> {
  const { path, isGlob } = await readPath(site, name, 'id')
  if (isGlob) return undefined
  const page = await site.pages().select('page.id').where('page.path', '=', path).executeTakeFirst()
  return page && db.pages.find(page.id)
}
