import type { Attack } from '../attack.ts'
import { bodyFlood } from './body-flood.ts'
import { bulkImport } from './bulk-import.ts'

export interface AttackCase {
  /** Chooses it on the command line. */
  name: string
  run: (attack: Attack) => Promise<void>
}

export const CASES: readonly AttackCase[] = [
  { name: 'body-flood', run: bodyFlood },
  { name: 'bulk-import', run: bulkImport },
]
