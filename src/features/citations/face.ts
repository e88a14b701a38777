/** What other features may take of this one; `src/layers.test.ts` lists who does. */
export {
  CitationSchedule,
  CitationScheduleInput,
  changedCitationSchedule,
  citationScheduleOf,
} from './runs/schedule-settings.ts'
export { citationRoundJob } from './runs/round-job.ts'
