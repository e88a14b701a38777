import type { ParseArgsConfig } from 'node:util'
import { createKeys } from './create-keys.ts'
import { createOwner } from './create-owner.ts'
import { importHistory } from './import-history.ts'
import { migrate } from './migrate.ts'
import { scanSite } from './scan-site.ts'
import { scorePage } from './score-page.ts'
import { rebuildRollups, verifyRollups } from './rollups.ts'

export type Values = Readonly<Record<string, string | boolean | undefined>>

export interface Result {
  /** For `--json`. */
  data: unknown
  text: string
  failed?: boolean
}

interface Command {
  words: readonly string[]
  usage: string
  options: NonNullable<ParseArgsConfig['options']>
  run(values: Values, positionals: readonly string[]): Promise<Result>
}

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

export const COMMANDS: readonly Command[] = [
  {
    words: ['migrate'],
    usage: 'migrate [--json]',
    options: {},
    run: migrate,
  },
  {
    words: ['owner', 'create'],
    usage: 'owner create --email ADDRESS [--org NAME] [--plan PLAN] [--password-stdin] [--json]',
    options: { email: text, org: text, plan: text, 'password-stdin': flag },
    run: createOwner,
  },
  {
    words: ['key', 'create'],
    usage:
      'key create [--scopes "analytics:read sites:read"] [--name NAME] [--org ID] [--count N] [--json]',
    options: { scopes: text, name: text, org: text, count: text },
    run: createKeys,
  },
  {
    words: ['events', 'import'],
    usage: 'events import FILE --site ID [--json]   (FILE is NDJSON; - reads standard input)',
    options: { site: text },
    run: importHistory,
  },
  {
    words: ['scan'],
    usage:
      'scan URL|SITE_ID [--max-pages N] [--org ID] [--json]   (makes the site where there is none)',
    options: { 'max-pages': text, org: text },
    run: scanSite,
  },
  {
    words: ['score'],
    usage: 'score URL [--json]   (how findable a page is for AI engines, and what to mend)',
    options: {},
    run: scorePage,
  },
  {
    words: ['rollups', 'verify'],
    usage: 'rollups verify [--site ID] [--json]   (compares every daily sum with its events)',
    options: { site: text },
    run: verifyRollups,
  },
  {
    words: ['rollups', 'rebuild'],
    usage: 'rollups rebuild [--site ID] [--json]',
    options: { site: text },
    run: rebuildRollups,
  },
]
