/** The exports that other features may import; `src/layers.test.ts` lists the features that do. */
export { assertOwnSites, existingSites } from './assert-own-sites.ts'
