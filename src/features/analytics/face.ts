/** The exports that other features may import; `src/layers.test.ts` lists the features that do. */
export { countSites } from './count-sites.ts'
export { assertWholes } from './legality.ts'
export { BriefMetric } from './query.ts'
export { askSite } from './ask-site.ts'
export { Compare, type AnalyticsFilter, type AnalyticsResult } from './query.ts'
