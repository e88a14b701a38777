import type { PageEntry } from '../page-entry.ts'

/** The pages of the first run, one for each step, so that a person may leave a step and find it again. */
export const FIRST_RUN_PAGES: readonly PageEntry[] = [
  {
    path: 'first-run',
    isAlone: true,
    load: async () => (await import('./your-site.tsx')).YourSitePage,
  },
  {
    path: 'first-run/:siteId',
    isAlone: true,
    load: async () => (await import('./next-step.tsx')).NextStepPage,
  },
  {
    path: 'first-run/:siteId/reading',
    isAlone: true,
    load: async () => (await import('./reading.tsx')).ReadingPage,
  },
  {
    path: 'first-run/:siteId/mending',
    isAlone: true,
    load: async () => (await import('./mending.tsx')).MendingPage,
  },
  {
    path: 'first-run/:siteId/connecting',
    isAlone: true,
    load: async () => (await import('./connecting.tsx')).ConnectingPage,
  },
]
