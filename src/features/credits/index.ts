import { getCredits } from './get-credits.ts'
import { listLedger } from './list-ledger.ts'

export const creditOperations = [getCredits, listLedger]
