/** What other features may take of this one; `src/layers.test.ts` lists who does. */
export { assertOwnSites, existingSites } from './assert-own-sites.ts'
