import { setPriority } from 'node:os'

/** What threads compute for the service; each export is a task of its name. */
export { notePhrases, promptPages } from './features/prompts/prompt-pages.ts'
export { readBodies } from './features/scans/crawl/read-body.ts'

// Linux gives every thread a priority of its own: on one core, answers come before scans.
if (process.platform === 'linux') setPriority(0, 10)
