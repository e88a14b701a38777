import { acceptSuggestions } from './accept-suggestions.ts'
import { createQuery } from './create-query.ts'
import { deleteQuery } from './delete-query.ts'
import { importQueries } from './import-queries.ts'
import { listQueries } from './list-queries.ts'
import { listSuggestions } from './list-suggestions.ts'
import { updateQuery } from './update-query.ts'

export { listQueries }

export const basketOperations = [
  listQueries,
  createQuery,
  updateQuery,
  deleteQuery,
  importQueries,
  listSuggestions,
  acceptSuggestions,
]
