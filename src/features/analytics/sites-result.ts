import * as z from 'zod'
import { Days } from '../../kernel/reads/table.ts'
import { LeftOut } from '../../kernel/reads/left-out.ts'
import { AnalyticsResult } from './query.ts'

/** One of the sites that an answer is about. */
const AnsweredSite = z.object({
  siteId: z.string(),
  domain: z.string(),
  timezone: z.string().describe('Its days are those of this time zone'),
  range: Days,
  comparedWith: Days.nullable(),
  totals: AnalyticsResult.shape.totals,
  dataFreshness: z.string().nullable(),
})

/**
 * The result of a question about several sites. `totals` are sums of the metrics that add up over sites. Readers are
 * known by site alone, so totals of readers are null, and their numbers stand in `sites`.
 */
export const SitesResult = AnalyticsResult.extend({
  timezone: z.string().nullable().describe('null where the sites have several'),
  sites: z.array(AnsweredSite),
  leftOut: z.array(LeftOut).describe('Sites that the answer does not have'),
}).meta({ id: 'SitesResult' })
export type SitesResult = z.input<typeof SitesResult>
