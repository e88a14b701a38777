import { deleteQuestion } from './delete-question.ts'
import { deleteQuestions } from './delete-questions.ts'
import { listQuestions } from './list-questions.ts'
import { listSiteQuestions } from './list-site-questions.ts'

export { listQuestions }

export const questionOperations = [
  listSiteQuestions,
  listQuestions,
  deleteQuestion,
  deleteQuestions,
]
