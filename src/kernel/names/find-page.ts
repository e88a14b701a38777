import type { TenantDb } from '../../../db/tenant.ts'
import { findSite } from './find-site.ts'
import { readPath } from './read-path.ts'

/**
 * Finds a page by its id, its address, its domain and path (`tea.example/guides`), or by its path alone where there is
 * one site. Undefined where the organization has no such page.
 */
export async function findPage(db: TenantDb, name: string) {
  if (!name.includes('/')) return db.pages.find(name)
  const text = name.replace(/^https?:\/\//i, '')
  const first = text.split('/', 1)[0] ?? ''
  const host = first.includes('.') ? first : ''
  const site = await findSite(db, host === '' ? undefined : host)
  const { path, isGlob } = await readPath(site, text.slice(host.length), 'id')
  if (isGlob) return undefined
  const page = await site.pages().select('page.id').where('page.path', '=', path).executeTakeFirst()
  return page && db.pages.find(page.id)
}
