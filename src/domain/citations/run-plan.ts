import type { CitationEngine } from './engines.ts'

/**
 * The numbers that each run has for its checks: a check is numbered by its run and its place in the plan of the run.
 */
export const PLACES_OF_A_RUN = 2 ** 20

/** One question to one engine. */
export interface PlannedCheck {
  /** The place of the check in the plan, from 0 on. */
  place: number
  queryNum: number
  engine: CitationEngine
  /** The number of this repetition of the question in the run, from 1 on. */
  replica: number
}

interface Plan {
  engines: readonly CitationEngine[]
  /** Numbers of the queries, in their order. */
  queries: readonly number[]
  /** The engines of each query that is not for all engines, by its number. */
  only: ReadonlyMap<number, readonly CitationEngine[]>
  replicas: number
}

/**
 * Lists the checks of a run in the order in which they are asked, which is always the same. Each turn asks every query
 * once, the engines going round from query to query, so that a run that ends early has asked as many queries and
 * engines as it could; replicas come last, since they tell least.
 */
export function planChecks({ engines, queries, only, replicas }: Plan): PlannedCheck[] {
  const asked = queries.map((queryNum) => {
    const own = only.get(queryNum)
    return { queryNum, engines: own ? engines.filter((engine) => own.includes(engine)) : engines }
  })
  const checks: PlannedCheck[] = []
  for (let replica = 1; replica <= replicas; replica++) {
    for (let turn = 0; turn < engines.length; turn++) {
      for (const [i, query] of asked.entries()) {
        const engine = query.engines[(i + turn) % query.engines.length]
        if (turn >= query.engines.length || engine === undefined) continue
        checks.push({ place: checks.length, queryNum: query.queryNum, engine, replica })
      }
    }
  }
  return checks
}

/** True for a check that costs a credit and money: the answers of the fake engine are invented here. */
export const isPaid = ({ engine }: Pick<PlannedCheck, 'engine'>): boolean => engine !== 'fake'

/** Counts the first checks of a plan of which no more than `most` are paid. */
export function countAffordable(plan: readonly PlannedCheck[], most: number): number {
  let paid = 0
  const end = plan.findIndex((check) => isPaid(check) && ++paid > most)
  return end === -1 ? plan.length : end
}
