import type { Attack } from '../attack.ts'
import { bodyFlood } from './body-flood.ts'
import { crumbs } from './crumbs.ts'
import { bulkImport } from './bulk-import.ts'
import { dearQueries } from './dear-queries.ts'
import { greedyKey } from './greedy-key.ts'
import { hostileGlobs } from './hostile-globs.ts'
import { failedStarts } from './failed-starts.ts'
import { fullDisk } from './full-disk.ts'
import { killsInMigrations } from './kills-in-migrations.ts'
import { wrongClock } from './wrong-clock.ts'
import { guesses } from './guesses.ts'
import { longWork } from './long-work.ts'
import { oddRequests } from './odd-requests.ts'
import { madeUpValues } from './made-up-values.ts'
import { questionFlood } from './question-flood.ts'

export interface AttackCase {
  /** Chooses it on the command line. */
  name: string
  run: (attack: Attack) => Promise<void>
}

export const CASES: readonly AttackCase[] = [
  { name: 'body-flood', run: bodyFlood },
  { name: 'crumbs', run: crumbs },
  { name: 'bulk-import', run: bulkImport },
  { name: 'hostile-globs', run: hostileGlobs },
  { name: 'dear-queries', run: dearQueries },
  { name: 'greedy-key', run: greedyKey },
  { name: 'long-work', run: longWork },
  { name: 'guesses', run: guesses },
  { name: 'odd-requests', run: oddRequests },
  { name: 'failed-starts', run: failedStarts },
  { name: 'full-disk', run: fullDisk },
  { name: 'kills-in-migrations', run: killsInMigrations },
  { name: 'wrong-clock', run: wrongClock },
  { name: 'question-flood', run: questionFlood },
  { name: 'made-up-values', run: madeUpValues },
]
