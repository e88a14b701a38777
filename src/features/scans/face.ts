/** The exports that other features may import; `src/layers.test.ts` lists the features that do. */
export {
  ScanSettings,
  ScanSettingsInput,
  changedScanSettings,
  scanSettingsOf,
} from './scan-settings.ts'
export { ScanTally } from './crawl/tally.ts'
export { scheduleJob } from './schedule-job.ts'
