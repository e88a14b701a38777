import { getPage } from './get-page.ts'
import { listPages } from './list-pages.ts'
import { listSitePages } from './list-site-pages.ts'

export { listPages }

export const pageOperations = [listPages, listSitePages, getPage]
