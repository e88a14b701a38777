import type { Comparability } from '../../domain/statistics/comparability.ts'
import type { LeftOut } from '../../kernel/reads/left-out.ts'
import type { CountedRow } from './metric-value.ts'
import type { CountedSite } from './sites-part.ts'
import type { SitesPlan, SitesQuery } from './sites-plan.ts'
import type { SitesRow } from './sites-rows.ts'

/** The data that an answer about several sites is made of. */
export interface SitesRun {
  plan: SitesPlan
  asked: SitesQuery
  now: number
  sites: readonly CountedSite[]
  left: readonly LeftOut[]
  rows: readonly SitesRow[]
  totals: CountedRow
  totalsBefore: CountedRow
  sides: Comparability | undefined
}
