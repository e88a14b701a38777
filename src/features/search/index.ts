import { fetchContent } from './fetch.ts'
import { listContentGaps } from './list-content-gaps.ts'
import { searchContent, searchSubjects } from './search.ts'

export { fetchContent, listContentGaps, searchContent, searchSubjects }

export const searchOperations = [searchContent, searchSubjects, fetchContent, listContentGaps]
