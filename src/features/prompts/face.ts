/** The exports that other features may use; `src/layers.test.ts` lists which features do. */
export { withdrawReaderQuestions } from './withdraw-reader-questions.ts'
