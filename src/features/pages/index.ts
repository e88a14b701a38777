import { completePaths } from './complete-paths.ts'
import { getPage } from './get-page.ts'
import { listPages } from './list-pages.ts'
import { listSitePages } from './list-site-pages.ts'

export { completePaths, listPages }

export const pageOperations = [listPages, listSitePages, getPage, completePaths]
