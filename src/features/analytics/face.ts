/** What other features may take of this one; `src/layers.test.ts` lists who does. */
export { countSites } from './count-sites.ts'
export { assertWholes } from './legality.ts'
export { BriefMetric } from './query.ts'
export { askSite } from './ask-site.ts'
export { Compare, type AnalyticsFilter, type AnalyticsResult } from './query.ts'
