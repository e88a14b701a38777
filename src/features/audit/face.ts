/** What other features may take of this one; `src/layers.test.ts` lists who does. */
export { momentFields, readMoments } from './moments.ts'
