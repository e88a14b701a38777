import { setPriority } from 'node:os'

// The tasks that threads compute for the service: each export is a task of its name. The code of a task is loaded when
// it is first wanted, so that a thread that reads pages does not load the code that writes prompts.

export const scoreObservation = once(
  async () => (await import('../domain/ai-score/score-observation.ts')).scoreObservation,
)
export const scoreBasis = once(
  async () => (await import('../domain/ai-score/score-pages.ts')).scoreBasis,
)
export const scorePages = once(
  async () => (await import('../domain/ai-score/score-pages.ts')).scorePages,
)
export const readPageFile = once(
  async () => (await import('../features/ai-score/read-files.ts')).readPageFile,
)
export const readSitemapFile = once(
  async () => (await import('../features/ai-score/read-files.ts')).readSitemapFile,
)
export const extractPhrases = once(
  async () => (await import('../features/prompts/analysis-tasks.ts')).extractPhrases,
)
export const analyseTexts = once(
  async () => (await import('../features/prompts/analysis-tasks.ts')).analyseTexts,
)
export const writePagePrompts = once(
  async () => (await import('../features/prompts/make-prompt-row.ts')).writePagePrompts,
)
export const ruleEffects = once(
  async () => (await import('../features/rules/rule-effects.ts')).ruleEffects,
)
export const readBodies = once(
  async () => (await import('../features/scans/crawl/read-body.ts')).readBodies,
)

// Linux gives every thread a priority of its own: on one core, answers come before scans.
if (process.platform === 'linux') setPriority(0, 5)

function once<I, O>(load: () => Promise<(input: I) => O | Promise<O>>): (input: I) => Promise<O> {
  let loaded: ReturnType<typeof load> | undefined
  return async (input) => {
    loaded ??= load()
    return (await loaded)(input)
  }
}
