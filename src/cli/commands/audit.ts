import type { Command } from '../command.ts'
import { ORGANIZATION_OPTION } from './organization-option.ts'

export const AUDIT_COMMANDS: readonly Command[] = [
  {
    words: ['audit', 'verify'],
    summary: 'Prove that the audit log is as it was written',
    options: {
      org: {
        value: 'ORG',
        meaning: 'the id or name of an organization; without it the logs of all',
      },
      head: {
        value: 'NUMBER:HASH',
        meaning: 'an end of the log that was noted, as the daily log line has it; needs --org',
      },
    },
    load: async () => (await import('../verify-audit.ts')).verifyAuditCommand,
  },
  {
    words: ['audit', 'export'],
    summary: 'Write the audit log to standard output, newest first',
    options: {
      org: ORGANIZATION_OPTION,
      format: { value: 'FORMAT', meaning: 'csv or ndjson, which is the default' },
      bom: { meaning: 'begin csv with a byte order mark, for Excel' },
    },
    load: async () => (await import('../export-audit.ts')).exportAuditCommand,
  },
]
