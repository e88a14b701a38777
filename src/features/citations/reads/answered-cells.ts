import type {
  AnsweredCell,
  CitationSets,
  CitedCompetitor,
} from '../../../../db/citations/citation-sets.ts'
import type { CheckFilter } from '../../../../db/citations/check-conditions.ts'

/** The number of queries or engines with an answer, and how many of them have one that cites the site. */
export interface Covered {
  cited: number
  answered: number
}

/** Counts the queries and the engines with an answer, and those with an answer that cites the site. */
export function coverageOf(cells: readonly AnsweredCell[]): { queries: Covered; engines: Covered } {
  const cited = cells.filter(({ lastCitedAt }) => lastCitedAt !== null)
  const count = (of: (cell: AnsweredCell) => string): Covered => ({
    cited: new Set(cited.map(of)).size,
    answered: new Set(cells.map(of)).size,
  })
  return { queries: count(({ queryId }) => queryId), engines: count(({ engine }) => engine) }
}

/**
 * Finds an answer that shows the result of each query, and returns ids of checks by the id of the query: the latest
 * answer that cites the site, or where no answer does the latest of all.
 */
export async function proofsOfQueries(
  citationSets: Pick<CitationSets, 'answersAt'>,
  filter: CheckFilter,
  { cells, queryIds }: { cells: readonly AnsweredCell[]; queryIds: readonly string[] },
): Promise<Map<string, string>> {
  const places = placesOf(cells, new Set(queryIds))
  const answers = await citationSets.answersAt(filter, [...places.values()])
  return new Map(
    [...places].flatMap(([id, { queryNum, at, isCited }]) => {
      const found = answers.find(
        (one) => one.queryNum === queryNum && one.at === at && (one.isCited === 1) === isCited,
      )
      return found ? [[id, found.checkId]] : []
    }),
  )
}

/**
 * Finds an answer that cites each competitor, and returns ids of checks by the competitor's name: the latest that does
 * not cite the site, or where every one does the latest of all.
 */
export async function proofsOfCompetitors(
  citationSets: Pick<CitationSets, 'citingAt'>,
  filter: CheckFilter,
  competitors: readonly CitedCompetitor[],
): Promise<Map<string, string>> {
  const places = competitors.map(({ name, lastAt, lastInsteadAt }) => ({
    name,
    at: lastInsteadAt ?? lastAt,
    isCited: lastInsteadAt === null,
  }))
  const answers = await citationSets.citingAt(
    filter,
    places.map(({ at }) => at),
  )
  return new Map(
    places.flatMap(({ name, at, isCited }) => {
      const found = answers.find(
        (one) => one.name === name && one.at === at && (one.isCited === 1) === isCited,
      )
      return found ? [[name, found.checkId]] : []
    }),
  )
}

/** True where each engine was asked in one way only, which is either an API or a page of results. */
export const areAskedOneWay = (cells: readonly AnsweredCell[]): boolean => {
  const ways = new Map(cells.map(({ engine, access }) => [engine, access]))
  return cells.every((one) => one.hasOneAccess === 1 && ways.get(one.engine) === one.access)
}

interface ProofPlace {
  queryNum: number
  at: number
  isCited: boolean
}

function placesOf(cells: readonly AnsweredCell[], queryIds: ReadonlySet<string>) {
  const places = new Map<string, ProofPlace>()
  for (const { queryId, queryNum, lastAt, lastCitedAt } of cells) {
    if (!queryIds.has(queryId)) continue
    const isCited = lastCitedAt !== null
    const at = lastCitedAt ?? lastAt
    const known = places.get(queryId)
    const isBetter = !known || (isCited === known.isCited ? at > known.at : isCited)
    if (isBetter) places.set(queryId, { queryNum, at, isCited })
  }
  return places
}
