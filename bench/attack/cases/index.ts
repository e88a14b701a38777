import type { Attack } from '../attack.ts'
import { bodyFlood } from './body-flood.ts'
import { tinyChunks } from './tiny-chunks.ts'
import { bulkImport } from './bulk-import.ts'
import { expensiveQueries } from './expensive-queries.ts'
import { greedyKey } from './greedy-key.ts'
import { hostileGlobs } from './hostile-globs.ts'
import { failedStarts } from './failed-starts.ts'
import { fullDisk } from './full-disk.ts'
import { killsInMigrations } from './kills-in-migrations.ts'
import { wrongClock } from './wrong-clock.ts'
import { passwordGuesses } from './password-guesses.ts'
import { longWork } from './long-work.ts'
import { oddRequests } from './odd-requests.ts'
import { madeUpValues } from './made-up-values.ts'
import { questionFlood } from './question-flood.ts'
import { longTexts } from './long-texts.ts'
import { mailFlood } from './mail-flood.ts'
import { wideFanOut } from './wide-fan-out.ts'
import { wideLists } from './wide-lists.ts'

export interface AttackCase {
  /** The name that chooses the case on the command line. */
  name: string
  run: (attack: Attack) => Promise<void>
}

export const CASES: readonly AttackCase[] = [
  { name: 'body-flood', run: bodyFlood },
  { name: 'tiny-chunks', run: tinyChunks },
  { name: 'bulk-import', run: bulkImport },
  { name: 'hostile-globs', run: hostileGlobs },
  { name: 'expensive-queries', run: expensiveQueries },
  { name: 'greedy-key', run: greedyKey },
  { name: 'long-work', run: longWork },
  { name: 'password-guesses', run: passwordGuesses },
  { name: 'odd-requests', run: oddRequests },
  { name: 'failed-starts', run: failedStarts },
  { name: 'full-disk', run: fullDisk },
  { name: 'kills-in-migrations', run: killsInMigrations },
  { name: 'wrong-clock', run: wrongClock },
  { name: 'question-flood', run: questionFlood },
  { name: 'long-texts', run: longTexts },
  { name: 'made-up-values', run: madeUpValues },
  { name: 'mail-flood', run: mailFlood },
  { name: 'wide-lists', run: wideLists },
  { name: 'wide-fan-out', run: wideFanOut },
]
