import { fetchContent } from './fetch.ts'
import { searchContent, searchSubjects } from './search.ts'

export { fetchContent, searchContent, searchSubjects }

export const searchOperations = [searchContent, searchSubjects, fetchContent]
