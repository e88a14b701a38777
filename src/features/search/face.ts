/** What other features may take of this one; `src/layers.test.ts` lists who does. */
export { documentName } from './document-name.ts'
export { FetchedDocument } from './document.ts'
export { findPage, findPageOf, type FoundPage } from './find-page.ts'
