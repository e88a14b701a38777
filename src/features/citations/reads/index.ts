import { getCitationCheck } from './get-check.ts'
import { getCitations } from './get-citations.ts'
import { listCitationChecks } from './list-checks.ts'
import { listEngineSearches } from './list-searches.ts'
import { listCitationSources } from './list-sources.ts'

export { getCitationCheck, getCitations, listCitationSources }

export const citationReads = [
  getCitations,
  listCitationChecks,
  getCitationCheck,
  listCitationSources,
  listEngineSearches,
]
