/** The exports that other features may use; `src/layers.test.ts` lists which features do. */
export { questionArguments, readQuestionFilter, wordsOf } from './read-question-filter.ts'
