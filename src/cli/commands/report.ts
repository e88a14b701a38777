import type { Command } from '../command.ts'
import { ORGANIZATION_OPTION } from './organization-option.ts'
import { SITE_ARGUMENT } from './site-reference.ts'

const RANGE = {
  value: 'RANGE',
  meaning: 'days of the site, such as 7d, last_month, 2026-11 or A..B; 28d by default',
}

export const REPORT_COMMANDS: readonly Command[] = [
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
]
