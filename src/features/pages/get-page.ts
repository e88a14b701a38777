import * as z from 'zod'
import { notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { Page, pageRows, toPage } from './page.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'

/** GET /pages/:siteId/:pageId: the whole record, whose texts are the page's own words. */
export const getPage = defineOperation({
  name: 'pages.get',
  summary: 'One page, with everything that scans found on it',
  access: { by: 'scope', anyOf: ['sites:read'] },
  http: { method: 'get', path: '/pages/:siteId/:pageId' },
  input: z.strictObject({ siteId: PathId.describe('Site id'), pageId: PathId.describe('Page id') }),
  output: Page,
  async handler({ db }, { siteId, pageId }) {
    const site = await findSiteById(db, siteId)
    const row = await pageRows(site).where('page.id', '=', pageId).executeTakeFirst()
    if (!row) throw notFound('page')
    return toPage(row, site.row.id)
  },
})
