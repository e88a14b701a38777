import type { CitationRunRow } from '../../../../db/citations/run-rows.ts'
import type { SiteDb } from '../../../../db/site-db.ts'
import { progressOf, type RunTally } from './run-tally.ts'

/** The number of consecutive runs without a cited page or a named brand after which a query is silent. */
const SILENT_RUNS = 2
/**
 * The number of latest runs among which the last two that asked a query are looked for: not every run asks every query.
 */
const RUNS_LOOKED_AT = 5

/**
 * The numbers (`num`) of queries: heard where answers of the last run cite a page or name a tracked brand, silent where
 * no answer of the last two runs does.
 */
export interface Silence {
  silent: readonly number[]
  heard: readonly number[]
}

/** Finds the queries of a run that is about to end which are silent or heard; undefined for a run without answers. */
export async function findSilent(
  site: SiteDb,
  { num }: CitationRunRow,
  tally: RunTally,
): Promise<Silence | undefined> {
  if (progressOf(tally).answered === 0) return undefined
  const runs = await site.citationRuns.lastAnswered(num, RUNS_LOOKED_AT)
  const found = await site.citationChecks.heardIn(runs)
  const asked = found.filter(({ runNum }) => runNum === num)
  const heard = asked.filter(({ isHeard }) => isHeard).map(({ queryNum }) => queryNum)
  const runsByQuery = new Map<number, typeof found>()
  for (const one of found.toSorted((a, b) => b.runNum - a.runNum)) {
    runsByQuery.set(one.queryNum, [...(runsByQuery.get(one.queryNum) ?? []), one])
  }
  const silent = asked
    .filter(({ queryNum }) => {
      const last = (runsByQuery.get(queryNum) ?? []).slice(0, SILENT_RUNS)
      return last.length === SILENT_RUNS && last.every(({ isHeard }) => !isHeard)
    })
    .map(({ queryNum }) => queryNum)
  return { silent, heard }
}
