import type { Attack } from '../attack.ts'
import { bodyFlood } from './body-flood.ts'
import { bulkImport } from './bulk-import.ts'
import { madeUpValues } from './made-up-values.ts'
import { questionFlood } from './question-flood.ts'

export interface AttackCase {
  /** Chooses it on the command line. */
  name: string
  run: (attack: Attack) => Promise<void>
}

export const CASES: readonly AttackCase[] = [
  { name: 'body-flood', run: bodyFlood },
  { name: 'bulk-import', run: bulkImport },
  { name: 'question-flood', run: questionFlood },
  { name: 'made-up-values', run: madeUpValues },
]
