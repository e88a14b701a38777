import type { Command } from '../command.ts'
import { SITE_OPTION } from './site-reference.ts'

export const DATA_COMMANDS: readonly Command[] = [
  {
    words: ['events', 'import'],
    summary: 'Take in events with their own times',
    arguments: [{ name: 'FILE', meaning: 'NDJSON, as docs/events.md has it; - is standard input' }],
    options: { site: { ...SITE_OPTION, isRequired: true } },
    load: async () => (await import('../import-events.ts')).importEventsCommand,
  },
  {
    words: ['rollups', 'verify'],
    summary: 'Compare every daily sum with its events',
    options: { site: SITE_OPTION },
    load: async () => (await import('../rollups.ts')).verifyRollupsCommand,
  },
  {
    words: ['rollups', 'rebuild'],
    summary: 'Count the daily sums anew from the events',
    options: { site: SITE_OPTION },
    load: async () => (await import('../rollups.ts')).rebuildRollupsCommand,
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
    load: async () => (await import('../migrate.ts')).migrateCommand,
  },
]
