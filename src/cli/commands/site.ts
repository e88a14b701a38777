import type { Command } from '../command.ts'
import { ORGANIZATION_OPTION } from './organization-option.ts'
import { SITE_ARGUMENT, SITE_OPTION } from './site-reference.ts'

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
    arguments: [{ ...SITE_ARGUMENT }],
    options: {
      yes: { meaning: 'deletes it; without it the command says what would go, and exits with 1' },
      org: ORGANIZATION_OPTION,
    },
    load: async () => (await import('../delete-site.ts')).deleteSiteCommand,
  },
  {
    words: ['site', 'update'],
    summary: 'Change where a site begins, or its name',
    arguments: [{ ...SITE_ARGUMENT }],
    options: {
      url: { value: 'URL', meaning: 'its address, on its domain or on one that was added' },
      name: { value: 'NAME', meaning: 'what it is called' },
      org: ORGANIZATION_OPTION,
    },
    load: async () => (await import('../update-site.ts')).updateSiteCommand,
  },
  {
    words: ['site', 'addresses'],
    summary: 'List what the last scan of a site failed at, skipped or was led away from, and why',
    arguments: [{ ...SITE_ARGUMENT }],
    options: {
      outcome: { value: 'OUTCOME', meaning: 'failed, skipped or redirected alone' },
      org: ORGANIZATION_OPTION,
    },
    load: async () => (await import('../list-addresses.ts')).listAddressesCommand,
  },
  {
    words: ['domain', 'add'],
    summary: 'Give a site another domain, for which you vouch; it needs no proof',
    arguments: [{ name: 'HOST', meaning: 'the domain, such as shop.example.org' }],
    options: {
      site: { ...SITE_OPTION, isRequired: true },
      org: ORGANIZATION_OPTION,
    },
    load: async () => (await import('../add-domain.ts')).addDomainCommand,
  },
  {
    words: ['scan'],
    summary: 'Scan a site, and make it where there is none',
    arguments: [
      {
        name: 'SITE|URL',
        meaning: 'the id or domain of the site, or an address, which is also where the scan begins',
      },
    ],
    options: {
      include: { value: 'PATH', meaning: "only these paths, such as '/docs/*'", isRepeated: true },
      exclude: { value: 'PATH', meaning: 'not these paths', isRepeated: true },
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
