import { cancelScan } from './cancel-scan.ts'
import { getScan } from './get-scan.ts'
import { startScan } from './start-scan.ts'

export { queueOnboarding } from './queue-onboarding.ts'
export { SCAN_QUEUE } from './queue-scan.ts'
export { scanHandler } from './scan-handler.ts'
export { scheduleHandler } from './schedule-handler.ts'

export const scanOperations = [startScan, getScan, cancelScan]
