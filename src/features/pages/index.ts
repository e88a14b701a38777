import { completePaths } from './complete-paths.ts'
import { getPage } from './get-page.ts'
import { listPages } from './list-pages.ts'

export { completePaths, listPages }

export const pageOperations = [listPages, getPage, completePaths]
