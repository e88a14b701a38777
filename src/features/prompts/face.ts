/** What other features may take of this one; `src/layers.test.ts` lists who does. */
export { withdrawReaderQuestions } from './withdraw-reader-questions.ts'
