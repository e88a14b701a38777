import { t } from '../../texts/index.ts'
import type { PageEntry } from '../page-entry.ts'

/** The pages of one site, in the order of the list. */
export const SITE_PAGES: readonly PageEntry[] = [
  {
    path: 's/:siteId',
    link: () => t.nav.overview,
    load: async () => (await import('./overview/overview.tsx')).OverviewPage,
  },
  {
    path: 's/:siteId/questions',
    link: () => t.questions.title,
    load: async () => (await import('./questions.tsx')).QuestionsPage,
  },
  {
    path: 's/:siteId/pages',
    link: () => t.pages.title,
    load: async () => (await import('./pages.tsx')).SitePagesPage,
  },
  {
    path: 's/:siteId/pages/:pageId',
    load: async () => (await import('./page.tsx')).SitePagePage,
  },
  {
    path: 's/:siteId/score',
    link: () => t.score.title,
    load: async () => (await import('./score.tsx')).ScorePage,
  },
  {
    path: 's/:siteId/scans',
    link: () => t.scans.title,
    load: async () => (await import('./scans.tsx')).ScansPage,
  },
  {
    path: 's/:siteId/scans/:jobId',
    load: async () => (await import('./scan.tsx')).ScanPage,
  },
  {
    path: 's/:siteId/citations',
    link: () => t.nav.citations,
    load: async () => (await import('./citations.tsx')).CitationsPage,
  },
  {
    path: 's/:siteId/widget',
    link: () => t.widget.title,
    load: async () => (await import('./widget.tsx')).WidgetPage,
  },
]
