import { QueryTimeoutError } from '../../../db/errors.ts'
import type { CursorKey } from '../../kernel/credentials/cursor.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import type { SiteHead } from '../../kernel/names/meant-sites.ts'
import { type LeftOut, leftOutFor } from '../../kernel/reads/left-out.ts'
import { listPage, opened, signed } from '../../kernel/reads/paging.ts'
import { SITES_LIMIT_MS } from '../../kernel/reads/sites-in-turn.ts'
import { notesOfSites, notesOnLeft, zonesOf } from '../../kernel/reads/sites-notes.ts'
import type { ExportInput } from './export-input.ts'
import { type ExportedPage, type ExportServices, queryPage } from './export-query.ts'
import { rowPage } from './export-rows.ts'
import type { ExportedSites } from './export-sites.ts'

/**
 * Returns one page of the rows of several sites as objects. If the time of a call is over, the page ends early and its
 * cursor goes on with the next site, so a page without rows may not be the last.
 */
export async function sitesPage(
  app: ExportServices & { elapsed: () => number },
  { db, heads, names }: ExportedSites & { names: readonly string[] },
  input: ExportInput,
  limit: number,
): Promise<ExportedPage & { leftOut: LeftOut[] }> {
  const { cursor, ...asked } = input
  const page = listPage(app, `export of sites ${db.orgId} ${names.join()}`, asked, {
    limit,
    cursor,
  })
  const [startId = '', startCursor = null] = opened(page, cursor) ?? []
  const services = { ...app, isOneOfSeveral: heads.length > 1 }
  const items: ExportedPage['items'] = []
  const noted: { head: SiteHead; notes: string[] }[] = []
  const out: LeftOut[] = []
  const ended = (key: CursorKey | null) => ({
    items,
    nextCursor: signed(page, key),
    notes: [...zonesOf(heads).notes, ...notesOnLeft(out), ...notesOfSites(noted, heads.length)],
    leftOut: out,
  })
  const startedAt = app.elapsed()
  let inner = startCursor === null ? undefined : String(startCursor)
  const left = heads.filter(({ id }) => id >= String(startId))
  for (const [i, head] of left.entries()) {
    const isLate = i > 0 && app.elapsed() - startedAt > SITES_LIMIT_MS
    if (isLate || items.length === limit) return ended([head.id, null])
    const one = { ...asked, siteId: head.id, cursor: inner }
    const found = await pageOfSite(services, { db, head }, one, limit - items.length)
    inner = undefined
    if (typeof found === 'string') {
      out.push(leftOutFor(head, found))
      continue
    }
    items.push(...found.items.map((item) => ({ site: head.domain, ...item })))
    noted.push({ head, notes: found.notes })
    if (found.nextCursor !== null) return ended([head.id, found.nextCursor])
  }
  return ended(null)
}

/** Returns the rows of one site, or the reason why it has no rows. */
async function pageOfSite(
  app: ExportServices,
  { db, head }: { db: OrgContext['db']; head: SiteHead },
  input: ExportInput,
  limit: number,
): Promise<ExportedPage | LeftOut['reason']> {
  const site = await db.sites.find(head.id)
  if (!site) return 'deleted'
  try {
    return input.rows === 'query'
      ? await queryPage(app, site, input, limit)
      : await rowPage(app, site, { ...input, rows: input.rows }, limit)
  } catch (error) {
    if (error instanceof QueryTimeoutError) return 'too_costly'
    throw error
  }
}
