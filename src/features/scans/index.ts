import { cancelScan } from './cancel-scan.ts'
import { getScan } from './get-scan.ts'
import { listAddresses } from './list-addresses.ts'
import { listScans } from './list-scans.ts'
import { startScan } from './start-scan.ts'

export const scanOperations = [startScan, listScans, getScan, listAddresses, cancelScan]
