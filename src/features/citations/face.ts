/** The exports that other features may use; `src/layers.test.ts` lists which features do. */
export {
  CitationSchedule,
  CitationScheduleInput,
  changedCitationSchedule,
  citationScheduleOf,
} from './runs/schedule-settings.ts'
export { citationRoundJob } from './runs/round-job.ts'
