import { getCredits } from './get-credits.ts'
import { listLedger } from './credit-ledger.ts'

export const creditOperations = [getCredits, listLedger]
