import { t } from '../../texts/index.ts'
import type { PageEntry } from '../page-entry.ts'

/** The pages of the organization, in the order of the list. */
export const ORGANIZATION_PAGES: readonly PageEntry[] = [
  {
    path: 'team',
    link: () => t.team.title,
    load: async () => (await import('./team.tsx')).TeamPage,
  },
  {
    path: 'plan',
    link: () => t.plan.title,
    load: async () => (await import('./plan.tsx')).PlanPage,
  },
  {
    path: 'audit',
    reads: 'GET /org/audit',
    link: () => t.audit.title,
    load: async () => (await import('./audit.tsx')).AuditPage,
  },
]
