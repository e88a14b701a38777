/** What other features may take of this one; `src/layers.test.ts` lists who does. */
export { listFile } from './list-file.ts'
export { momentFields, readMoments } from './moments.ts'
