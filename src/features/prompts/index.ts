import type { SiteDb } from '../../../db/site-db.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import type { RunningJob } from '../../queue/job-handler.ts'
import type { GenerationCounts } from './generate-for-site.ts'
import { checkPrompt } from './check-prompt.ts'
import { decideReaderQuestion } from './decide-reader-question.ts'
import { exportPrompts } from './export-prompts.ts'
import { importPrompts } from './import-prompts.ts'
import { listReaderQuestions } from './list-reader-questions.ts'
import { listPrompts } from './list-prompts.ts'
import { regeneratePrompts } from './regenerate-prompts.ts'
import { updatePrompt } from './update-prompt.ts'

export { listPrompts }

/**
 * Makes the prompts of a site that are due after a scan, in short steps; when it ends early, the next run does the
 * rest. `afterStep` is called within the transaction of each step. Throws the reason of the signal when it ends. The
 * generator and the linter are loaded with the first call.
 */
export async function generateForSite(
  app: AppContext,
  db: TenantDb,
  site: SiteDb,
  { signal, progressed }: Pick<RunningJob, 'signal' | 'progressed'>,
  afterStep: (site: SiteDb, run: GenerationCounts) => Promise<void>,
): Promise<GenerationCounts> {
  const { runGeneration } = await import('./generate-for-site.ts')
  return runGeneration(app, db, site, signal, { afterStep, progressed })
}

/**
 * Finds the type, keyphrases and summary of each page that a scan has read, in steps as `generateForSite` does; rules
 * decide by the result.
 */
export async function analyseSite(
  app: AppContext,
  db: TenantDb,
  site: SiteDb,
  running: Pick<RunningJob, 'signal' | 'progressed'>,
): Promise<void> {
  const { runAnalysis: analyse } = await import('./analyse-pages.ts')
  return analyse(app, db, site, running)
}

export const promptOperations = [
  listPrompts,
  checkPrompt,
  updatePrompt,
  regeneratePrompts,
  importPrompts,
  exportPrompts,
  listReaderQuestions,
  decideReaderQuestion,
]
