import type { Command } from '../command.ts'
import { ORGANIZATION_OPTION } from './shared.ts'

/** Commands for keys, which say who may do what, and for the audit log, which says who did it. */
export const KEY_COMMANDS: readonly Command[] = [
  {
    words: ['key', 'create'],
    summary: 'Make API keys; each is shown once',
    options: {
      scopes: {
        value: 'SCOPES',
        meaning:
          'what the keys may do, such as "sites:write analytics:read"; reads alone by default',
      },
      sites: {
        value: 'SITES',
        meaning: 'ids or domains of the sites that the keys are for; all by default',
      },
      expires: {
        value: 'WHEN',
        meaning: 'when the keys stop, such as 90d or 2027-01-31; never by default',
      },
      ips: {
        value: 'RANGES',
        meaning: 'addresses and ranges that the keys may be used from, such as 192.0.2.0/24',
      },
      name: { value: 'NAME', meaning: 'a name to tell keys apart' },
      org: ORGANIZATION_OPTION,
      count: { value: 'N', meaning: 'how many keys, all or none; 1 by default' },
    },
    load: async () => (await import('../create-keys.ts')).createKeysCommand,
  },
  {
    words: ['key', 'list'],
    summary: 'List API keys, and the assistants that people connected, newest first',
    options: { org: ORGANIZATION_OPTION },
    load: async () => (await import('../keys.ts')).listKeysCommand,
  },
  {
    words: ['key', 'rotate'],
    summary: 'Replace an API key by one with the same rights',
    arguments: [{ name: 'ID', meaning: 'the id of the key, as key list shows it' }],
    options: {
      org: ORGANIZATION_OPTION,
      'overlap-hours': {
        value: 'HOURS',
        meaning: 'how long the old key works on, 0 to 168; 24 by default',
      },
    },
    load: async () => (await import('../keys.ts')).rotateKeyCommand,
  },
  {
    words: ['key', 'verify'],
    summary: 'Look for leaked credentials in a text, without a database',
    arguments: [{ name: 'FILE', meaning: 'the text; - is standard input' }],
    load: async () => (await import('../verify-keys.ts')).verifyKeysCommand,
  },
  {
    words: ['key', 'revoke'],
    summary: 'Revoke an API key, or end the grant of an assistant, at once',
    arguments: [{ name: 'ID', meaning: 'the id of the key or grant, as key list shows it' }],
    options: { org: ORGANIZATION_OPTION },
    load: async () => (await import('../keys.ts')).revokeKeyCommand,
  },
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
    load: async () => (await import('../audit.ts')).verifyAuditCommand,
  },
  {
    words: ['audit', 'export'],
    summary: 'Write the audit log to standard output, newest first',
    options: {
      org: ORGANIZATION_OPTION,
      format: { value: 'FORMAT', meaning: 'csv or ndjson, which is the default' },
      bom: { meaning: 'begin csv with a byte order mark, for Excel' },
    },
    load: async () => (await import('../audit.ts')).exportAuditCommand,
  },
]
