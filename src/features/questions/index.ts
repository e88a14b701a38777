import { deleteQuestion, deleteQuestions } from './delete-questions.ts'
import { listQuestions } from './list-questions.ts'

export { listQuestions }

export const questionOperations = [listQuestions, deleteQuestion, deleteQuestions]
