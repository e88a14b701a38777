import { t } from '../../texts/index.ts'
import type { PageEntry } from '../page-entry.ts'

/** Pages of one site, in the order of the list. */
export const SITE_PAGES: readonly PageEntry[] = [
  {
    path: 's/:siteId',
    link: () => t.nav.overview,
    load: async () => (await import('./overview/overview.tsx')).OverviewPage,
  },
]
