/** What other features may take of this one; `src/layers.test.ts` lists who does. */
export { assertOwnSites } from './assert-own-sites.ts'
