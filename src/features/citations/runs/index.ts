import { cancelRun } from './cancel-run.ts'
import { getRun } from './get-run.ts'
import { listRuns } from './list-runs.ts'
import { startRun } from './start-run.ts'

export const runOperations = [startRun, listRuns, getRun, cancelRun]
