import type { Command } from '../command.ts'
import { ORGANIZATION_OPTION } from './organization-option.ts'

export const SITE_COMMANDS: readonly Command[] = [
  {
    words: ['site', 'list'],
    summary: 'List sites',
    options: { org: ORGANIZATION_OPTION },
    load: async () => (await import('../list-sites.ts')).listSitesCommand,
  },
  {
    words: ['site', 'delete'],
    summary: 'Delete a site with everything that was collected for it',
    arguments: [{ name: 'SITE_ID|DOMAIN', meaning: 'the site' }],
    options: {
      yes: { meaning: 'deletes it; without it the command says what would go, and exits with 1' },
      org: ORGANIZATION_OPTION,
    },
    load: async () => (await import('../delete-site.ts')).deleteSiteCommand,
  },
  {
    words: ['domain', 'add'],
    summary: 'Give a site another domain, for which you vouch; it needs no proof',
    arguments: [{ name: 'HOST', meaning: 'the domain, such as shop.example.org' }],
    options: {
      site: { value: 'ID', meaning: 'the id of the site', isRequired: true },
      org: ORGANIZATION_OPTION,
    },
    load: async () => (await import('../add-domain.ts')).addDomainCommand,
  },
  {
    words: ['scan'],
    summary: 'Scan a site, and make it where there is none',
    arguments: [{ name: 'URL|SITE_ID', meaning: 'the site' }],
    options: {
      'max-pages': { value: 'N', meaning: 'how many pages at most' },
      org: ORGANIZATION_OPTION,
    },
    load: async () => (await import('../scan-site.ts')).scanSiteCommand,
  },
  {
    words: ['score'],
    summary: 'Say how findable a page is for AI engines, and what to mend',
    arguments: [{ name: 'URL', meaning: 'the page' }],
    load: async () => (await import('../score-page.ts')).scorePageCommand,
  },
]
