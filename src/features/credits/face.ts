/** The exports that other features may use; `src/layers.test.ts` lists which features do. */
export { readLedger } from './credit-ledger.ts'
