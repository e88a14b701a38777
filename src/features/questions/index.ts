import { listQuestions } from './list-questions.ts'

export { listQuestions }

export const questionOperations = [listQuestions]
