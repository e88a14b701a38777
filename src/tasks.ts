import { setPriority } from 'node:os'

/** What threads compute for the service; each export is a task of its name. */
export { judge } from './core/ai-score/judge.ts'
export { scoreBasis, scorePages } from './core/ai-score/score-pages.ts'
export { readFacts, readSitemapFile } from './features/ai-score/read-files.ts'
export { notePhrases, promptPages } from './features/prompts/prompt-pages.ts'
export { readBodies } from './features/scans/crawl/read-body.ts'

// Linux gives every thread a priority of its own: on one core, answers come before scans.
if (process.platform === 'linux') setPriority(0, 5)
