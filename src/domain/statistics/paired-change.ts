import { compareSides, flipSigns, averageOf } from './resampling.ts'

/** The verdicts on a change of a rate over checks; changes of events have words of their own. */
export const CHECK_VERDICTS = [
  'moved_up',
  'moved_down',
  'within_noise',
  'insufficient_data',
  'not_comparable',
] as const
export type CheckVerdict = (typeof CHECK_VERDICTS)[number]

/** The parts of the measurement in which two periods may differ. */
export const MEASURED_WITH = ['queries', 'engines', 'models'] as const
export type MeasuredWith = (typeof MEASURED_WITH)[number]

/** The counts of a period for one query with one model of an engine. */
export interface PeriodCell {
  query: number
  engine: string
  model: string
  part: number
  whole: number
  /** The number of runs with a rate; `rates` is the sum of these rates, and `squares` that of their squares. */
  runs: number
  rates: number
  squares: number
}

export interface PairedChange {
  verdict: CheckVerdict
  /** The parts in which the periods differ, whether or not enough is left to compare. */
  changed: readonly MeasuredWith[]
  /** The number of queries that are compared. */
  queries: number
  /**
   * The mean over queries of the difference of their rates, each over the engines and models that both periods have;
   * null where nothing is compared.
   */
  difference: number | null
  /** The chance of a difference this large without a change, 0 to 1; null where nothing was tested. */
  p: number | null
}

/** The least number of compared queries that can show a change of a site. */
export const MIN_PAIRED_QUERIES = 5
/** The least number of runs in either period by which a change of one query alone is reported. */
export const MIN_RUNS_OF_QUERY = 7

const SURE_BELOW = 0.05

/**
 * Judges a change of rates by the queries, engines and models that both periods have. The mean difference of each query
 * is a value; flipping signs of values shows how large a mean comes without a change. A single query is judged by its
 * runs.
 */
export function comparePaired(
  before: readonly PeriodCell[],
  after: readonly PeriodCell[],
): PairedChange {
  const earlier = before.filter(({ whole }) => whole > 0)
  const later = after.filter(({ whole }) => whole > 0)
  const changed = changedBetween(earlier, later)
  const cells = commonCells(earlier, later)
  const ofQuery = new Map<number, number[]>()
  for (const { query, difference } of cells) {
    const known = ofQuery.get(query)
    if (known) known.push(difference)
    else ofQuery.set(query, [difference])
  }
  const differences = [...ofQuery.values()].map(averageOf)
  const difference = differences.length === 0 ? null : averageOf(differences)
  const asked = Math.min(queriesOf(earlier), queriesOf(later))
  if (asked === 1 && differences.length === 1) {
    return ofOneQuery(cells, { changed, difference: averageOf(differences) })
  }
  if (differences.length < MIN_PAIRED_QUERIES) {
    const verdict = asked < MIN_PAIRED_QUERIES ? 'insufficient_data' : 'not_comparable'
    return { ...untested(verdict, changed, differences.length), difference }
  }
  const p = flipSigns(differences)
  return tested({ changed, queries: differences.length, difference: averageOf(differences), p })
}

const untested = (
  verdict: CheckVerdict,
  changed: readonly MeasuredWith[],
  queries: number,
): PairedChange => ({ verdict, changed, queries, difference: null, p: null })

function tested(found: Omit<PairedChange, 'verdict'> & { difference: number; p: number }) {
  const isSure = found.p <= SURE_BELOW && found.difference !== 0
  const verdict: CheckVerdict = !isSure
    ? 'within_noise'
    : found.difference > 0
      ? 'moved_up'
      : 'moved_down'
  return { ...found, verdict }
}

/** Judges the change of one query by its runs, since no other query is there to compare. */
function ofOneQuery(
  cells: readonly CommonCell[],
  { changed, difference }: { changed: readonly MeasuredWith[]; difference: number },
): PairedChange {
  const runs = cells.map(({ before, after }) => Math.min(before.runs, after.runs))
  if (Math.max(...runs) < MIN_RUNS_OF_QUERY) {
    return { ...untested('insufficient_data', changed, 1), difference }
  }
  const p = compareSides(cells.map(({ before, after }) => [before, after]))
  return tested({ changed, queries: 1, difference, p })
}

interface CommonCell {
  query: number
  before: PeriodCell
  after: PeriodCell
  difference: number
}

/** Lists the cells of query, engine and model that both periods have, with the difference of their rates. */
function commonCells(before: readonly PeriodCell[], after: readonly PeriodCell[]): CommonCell[] {
  const earlier = new Map(before.map((cell) => [keyOf(cell), cell]))
  return after.flatMap((cell) => {
    const found = earlier.get(keyOf(cell))
    if (!found) return []
    const difference = cell.part / cell.whole - found.part / found.whole
    return [{ query: cell.query, before: found, after: cell, difference }]
  })
}

/** Makes the key of a cell; only the last part of it, the model, may hold a blank. */
const keyOf = ({ query, engine, model }: PeriodCell): string => `${query} ${engine} ${model}`

/**
 * Names the parts of the measurement in which two periods differ; models are compared only for engines of both. An
 * empty period differs in nothing.
 */
function changedBetween(
  before: readonly PeriodCell[],
  after: readonly PeriodCell[],
): readonly MeasuredWith[] {
  // A period without any answer was not measured otherwise.
  if (before.length === 0 || after.length === 0) return []
  const engines = [before, after].map((runs) => new Set(runs.map(({ engine }) => engine)))
  const isInBoth = ({ engine }: PeriodCell): boolean => engines.every((one) => one.has(engine))
  const modelOf = ({ engine, model }: PeriodCell): string => `${engine} ${model}`
  const differ: Record<MeasuredWith, boolean> = {
    queries: !areSame(
      before.map(({ query }) => query),
      after.map(({ query }) => query),
    ),
    engines: !areSame(
      before.map(({ engine }) => engine),
      after.map(({ engine }) => engine),
    ),
    models: !areSame(before.filter(isInBoth).map(modelOf), after.filter(isInBoth).map(modelOf)),
  }
  return MEASURED_WITH.filter((one) => differ[one])
}

function areSame<T>(a: readonly T[], b: readonly T[]): boolean {
  const [first, second] = [new Set(a), new Set(b)]
  return first.size === second.size && [...first].every((one) => second.has(one))
}

const queriesOf = (runs: readonly PeriodCell[]): number =>
  new Set(runs.map(({ query }) => query)).size

/** The share of the changes named as moved that may be so by chance. */
const BY_CHANCE = 0.1

/**
 * Returns the changes that moved without those that probably did so by chance: of the kept ones about one in ten at
 * most is wrong (Benjamini and Hochberg, J. R. Stat. Soc. B 57, 1995).
 */
export function notByChance(changes: readonly PairedChange[]): PairedChange[] {
  const chances = changes.flatMap(({ p }) => p ?? []).toSorted((a, b) => a - b)
  const kept = chances.findLastIndex((p, i) => p <= (BY_CHANCE * (i + 1)) / chances.length)
  const most = Math.min(chances[kept] ?? 0, SURE_BELOW)
  return changes.map((change) =>
    change.p !== null && change.p > most ? { ...change, verdict: 'within_noise' } : change,
  )
}
