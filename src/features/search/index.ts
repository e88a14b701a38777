import { fetchContent } from './fetch.ts'
import { readPageText } from './page-document.ts'
import { searchContent, searchSubjects } from './search.ts'

export { fetchContent, readPageText, searchContent, searchSubjects }

export const searchOperations = [searchContent, searchSubjects, fetchContent, readPageText]
