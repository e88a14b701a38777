import { RECIPE_IDS } from '../../features/widget/recipes.ts'
import type { Command } from '../command.ts'
import { ORGANIZATION_OPTION, SITE_ARGUMENT, SITE_OPTION } from './shared.ts'

const RANGE = {
  value: 'RANGE',
  meaning: 'days of the site, such as 7d, last_month, 2026-11 or A..B; 28d by default',
}

/** Commands for sites, with their scans, their numbers and their widget. */
export const SITE_COMMANDS: readonly Command[] = [
  {
    words: ['site', 'list'],
    summary: 'List sites',
    options: { org: ORGANIZATION_OPTION },
    load: async () => (await import('../sites.ts')).listSitesCommand,
  },
  {
    words: ['site', 'delete'],
    summary: 'Delete a site with everything that was collected for it',
    arguments: [SITE_ARGUMENT],
    options: {
      yes: { meaning: 'deletes it; without it the command says what would go, and exits with 1' },
      org: ORGANIZATION_OPTION,
    },
    load: async () => (await import('../delete-site.ts')).deleteSiteCommand,
  },
  {
    words: ['site', 'update'],
    summary: 'Change where a site begins, or its name',
    arguments: [SITE_ARGUMENT],
    options: {
      url: { value: 'URL', meaning: 'its address, on its domain or on one that was added' },
      name: { value: 'NAME', meaning: 'what it is called' },
      org: ORGANIZATION_OPTION,
    },
    load: async () => (await import('../sites.ts')).updateSiteCommand,
  },
  {
    words: ['site', 'addresses'],
    summary: 'List what the last scan of a site failed at, skipped or was led away from, and why',
    arguments: [SITE_ARGUMENT],
    options: {
      outcome: { value: 'OUTCOME', meaning: 'failed, skipped or redirected alone' },
      org: ORGANIZATION_OPTION,
    },
    load: async () => (await import('../sites.ts')).listAddressesCommand,
  },
  {
    words: ['domain', 'add'],
    summary: 'Give a site another domain, for which you vouch; it needs no proof',
    arguments: [{ name: 'HOST', meaning: 'the domain, such as shop.example.org' }],
    options: {
      site: { ...SITE_OPTION, isRequired: true },
      org: ORGANIZATION_OPTION,
    },
    load: async () => (await import('../sites.ts')).addDomainCommand,
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
    words: ['citations', 'run'],
    summary: 'Ask AI engines the queries of a site, to see whether they cite it',
    arguments: [SITE_ARGUMENT],
    options: {
      engine: {
        value: 'ENGINE',
        meaning: 'only this engine, such as ChatGPT; fake invents answers',
        isRepeated: true,
      },
      tag: { value: 'TAG', meaning: 'only queries with this tag', isRepeated: true },
      replicas: { value: 'N', meaning: 'how often each engine is asked each query, 1 to 5' },
      'max-cost': { value: 'USD', meaning: 'US dollars at which the rest is skipped' },
      org: ORGANIZATION_OPTION,
    },
    load: async () => (await import('../run-citations.ts')).runCitationsCommand,
  },
  {
    words: ['score'],
    summary: 'Say how findable a page is for AI engines, and what to mend',
    arguments: [{ name: 'URL', meaning: 'the page' }],
    load: async () => (await import('../score-page.ts')).scorePageCommand,
  },
  {
    words: ['report'],
    summary: 'Show what readers of a site do with AI: overview, engines, pages and questions',
    arguments: [SITE_ARGUMENT],
    options: { range: RANGE, org: ORGANIZATION_OPTION },
    load: async () => (await import('../report-site.ts')).reportSiteCommand,
  },
  {
    words: ['questions'],
    summary: 'List what readers of a site asked, newest first',
    arguments: [SITE_ARGUMENT],
    options: {
      range: RANGE,
      sort: { value: 'ORDER', meaning: 'recent, which is the default, or frequent' },
      limit: { value: 'N', meaning: 'how many at most, 1 to 1000; 25 by default' },
      org: ORGANIZATION_OPTION,
    },
    load: async () => (await import('../list-questions.ts')).listQuestionsCommand,
  },
  {
    words: ['widget', 'install'],
    summary: 'Print the tag of the widget, what a Content-Security-Policy needs, and recipes',
    arguments: [SITE_ARGUMENT],
    options: {
      for: { value: RECIPE_IDS.join('|'), meaning: 'one recipe alone; all by default' },
      org: ORGANIZATION_OPTION,
    },
    load: async () => (await import('../widget.ts')).installWidgetCommand,
  },
  {
    words: ['widget', 'check'],
    summary: 'Say whether a page runs the widget, and what is in its way',
    arguments: [{ name: 'URL', meaning: 'the page' }],
    options: {
      site: {
        ...SITE_OPTION,
        meaning: 'the site whose id the tag must have; a domain is looked up in the database',
      },
    },
    load: async () => (await import('../widget.ts')).checkWidgetCommand,
  },
]
