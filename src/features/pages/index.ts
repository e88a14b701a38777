import { listPages } from './list-pages.ts'

export { listPages }

export const pageOperations = [listPages]
