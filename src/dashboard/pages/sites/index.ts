import type { PageEntry } from '../page-entry.ts'

export const SITES_PAGES: readonly PageEntry[] = [
  { path: 'sites', load: async () => (await import('./sites.tsx')).SitesPage },
]
