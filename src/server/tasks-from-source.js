// Starts a thread's tasks from TypeScript sources: on Node 20 a thread does not inherit tsx's loader.
import { register } from 'tsx/esm/api'

register()
export const {
  analyseTexts,
  extractPhrases,
  writePagePrompts,
  readBodies,
  readPageFile,
  readSitemapFile,
  ruleEffects,
  scoreBasis,
  scoreObservation,
  scorePages,
} = await import('./tasks.ts')
