import { t } from '../../texts/index.ts'
import type { PageEntry } from '../page-entry.ts'

/** Pages for people who connect programs, in the order of the list. */
export const DEVELOPERS_PAGES: readonly PageEntry[] = [
  {
    path: 'connect',
    link: () => t.developers.connect,
    load: async () => (await import('./connect.tsx')).ConnectPage,
  },
  {
    path: 'developers',
    link: () => t.developers.title,
    load: async () => (await import('./keys.tsx')).KeysPage,
  },
  {
    path: 'developers/webhooks',
    load: async () => (await import('./webhooks.tsx')).WebhooksPage,
  },
  {
    path: 'developers/webhooks/:id',
    load: async () => (await import('./webhook.tsx')).WebhookPage,
  },
  {
    path: 'developers/calls',
    load: async () => (await import('./calls.tsx')).CallsPage,
  },
]
