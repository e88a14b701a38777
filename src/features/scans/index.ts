import { cancelScan } from './cancel-scan.ts'
import { getScan } from './get-scan.ts'
import { startScan } from './start-scan.ts'

export const scanOperations = [startScan, getScan, cancelScan]
