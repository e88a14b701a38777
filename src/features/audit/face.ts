/** The exports that other features may use; `src/layers.test.ts` lists which features do. */
export { momentFields, readMoments } from './moments.ts'
