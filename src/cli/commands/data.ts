import type { Command } from '../command.ts'
import { ORGANIZATION_OPTION, SITE_OPTION } from './shared.ts'

/** Commands on the data as a whole, and on programs that read it: assistants and receivers of webhooks. */
export const DATA_COMMANDS: readonly Command[] = [
  {
    words: ['events', 'import'],
    summary: 'Take in events with their own times',
    arguments: [{ name: 'FILE', meaning: 'NDJSON, as docs/events.md has it; - is standard input' }],
    options: { site: { ...SITE_OPTION, isRequired: true } },
    load: async () => (await import('../data.ts')).importEventsCommand,
  },
  {
    words: ['rollups', 'verify'],
    summary: 'Compare every daily sum with its events',
    options: { site: SITE_OPTION },
    load: async () => (await import('../data.ts')).verifyRollupsCommand,
  },
  {
    words: ['rollups', 'rebuild'],
    summary: 'Count the daily sums anew from the events',
    options: { site: SITE_OPTION },
    load: async () => (await import('../data.ts')).rebuildRollupsCommand,
  },
  {
    words: ['backup'],
    summary: 'Copy all data to one file, also while the server runs',
    arguments: [{ name: 'FILE', meaning: 'a file that does not exist yet' }],
    load: async () => (await import('../backup.ts')).backupCommand,
  },
  {
    words: ['restore'],
    summary:
      'Put a backup in the place of the data, which is kept beside it; the server must be stopped',
    arguments: [{ name: 'FILE', meaning: 'a file that backup made' }],
    load: async () => (await import('../restore.ts')).restoreCommand,
  },
  {
    words: ['doctor'],
    summary:
      'Look for what is wrong with settings, data, files, clock and mail, and say what to do',
    load: async () => (await import('../doctor.ts')).doctorCommand,
  },
  {
    words: ['migrate'],
    summary: 'Bring the schema of the database up to date, as every start does',
    load: async () => (await import('../data.ts')).migrateCommand,
  },
  {
    words: ['mcp'],
    summary:
      'Serve assistants that start a program, on standard input and output, with the key in CITABLE_KEY',
    options: {
      server: {
        value: 'publisher|data',
        meaning: 'which of the MCP servers',
        isRequired: true,
      },
      url: {
        value: 'URL',
        meaning:
          'a server that messages are passed on to, such as https://citable.example.com; without it, the data of this machine',
      },
    },
    load: async () => (await import('../serve-mcp.ts')).serveMcpCommand,
  },
  {
    words: ['webhook', 'list'],
    summary: 'List webhook subscriptions with their states, newest first',
    options: { org: ORGANIZATION_OPTION },
    load: async () => (await import('../list-webhooks.ts')).listWebhooksCommand,
  },
  {
    words: ['listen'],
    summary:
      'Deliver the events of a server to a receiver on this machine as they happen, signed as webhooks are',
    options: {
      'forward-to': { value: 'URL', meaning: 'the receiver, such as http://localhost:3000/hooks' },
      print: { meaning: 'prints the body of each event, also without a receiver' },
      events: { value: 'NAMES', meaning: 'names of events; all of them by default' },
      url: {
        value: 'URL',
        meaning:
          'the server, such as https://citable.example.com; by default the one of this machine',
      },
      org: {
        value: 'ID',
        meaning: 'the id of the organization to sign in to, for members of several',
      },
    },
    load: async () => (await import('../listen.ts')).listenCommand,
  },
]
