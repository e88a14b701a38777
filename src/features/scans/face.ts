/** What other features may take of this one; `src/layers.test.ts` lists who does. */
export {
  ScanSettings,
  ScanSettingsInput,
  changedScanSettings,
  scanSettingsOf,
} from './scan-settings.ts'
export { ScanTally } from './crawl/tally.ts'
export { scheduleJob } from './schedule-job.ts'
