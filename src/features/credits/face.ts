/** What other features may take of this one; `src/layers.test.ts` lists who does. */
export { readLedger } from './credit-ledger.ts'
