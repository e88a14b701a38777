/** The exports that other features may import; `src/layers.test.ts` lists the features that do. */
export { documentName } from './document-name.ts'
export { FetchedDocument } from './document.ts'
export { findPage, findPageOf, type FoundPage } from './find-page.ts'
