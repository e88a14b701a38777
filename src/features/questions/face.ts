/** What other features may take of this one; `src/layers.test.ts` lists who does. */
export { questionArguments, readQuestionFilter, wordsOf } from './read-question-filter.ts'
