import { fetchContent } from './fetch.ts'
import { listContentGaps } from './list-content-gaps.ts'
import { readPageText } from './page-document.ts'
import { searchContent, searchSubjects } from './search.ts'

export { fetchContent, listContentGaps, readPageText, searchContent, searchSubjects }

export const searchOperations = [
  searchContent,
  searchSubjects,
  fetchContent,
  readPageText,
  listContentGaps,
]
