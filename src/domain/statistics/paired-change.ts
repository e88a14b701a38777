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
  /**
   * The number of runs with anything to divide by; then the sum of their rates, and that of the squares of these rates.
   */
  runs: number
  rates: number
  squares: number
}

export interface PairedChange {
  verdict: CheckVerdict
  /** The parts in which the periods differ, whether or not enough is left to compare. */
  changed: readonly MeasuredWith[]
  /** Queries that are compared. */
  queries: number
  /** The mean difference of a query, over what both periods have; null where nothing is compared. */
  difference: number | null
  /** The chance of a difference this large without a change; null where nothing was tested. */
  p: number | null
}

/** Fewer queries than these show no change of a site. */
export const MIN_PAIRED_QUERIES = 5
/** With fewer runs in either period no change of one query alone is reported. */
export const MIN_RUNS_OF_QUERY = 7

const SURE_BELOW = 0.05

/**
 * Judges a change by what both periods measured alike: for each query the mean difference of its engines and models, whose
 * signs are flipped to see how large a mean difference comes without a change. A single query is judged by its runs.
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

/** Judges one query by its runs, since only these differ. */
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

/** Cells of query, engine and model that both periods have. */
function commonCells(before: readonly PeriodCell[], after: readonly PeriodCell[]): CommonCell[] {
  const earlier = new Map(before.map((cell) => [keyOf(cell), cell]))
  return after.flatMap((cell) => {
    const found = earlier.get(keyOf(cell))
    if (!found) return []
    const difference = cell.part / cell.whole - found.part / found.whole
    return [{ query: cell.query, before: found, after: cell, difference }]
  })
}

/** Only the last part may hold a blank. */
const keyOf = ({ query, engine, model }: PeriodCell): string => `${query} ${engine} ${model}`

/** Names what one period has and the other one has not; a model is looked at where its engine is in both. */
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

/** The share of the named changes that may be so by chance. */
const BY_CHANCE = 0.1

/**
 * Keeps, of many changes that were tested, those moved of which about one in ten at most is so by chance: Benjamini and
 * Hochberg, J. R. Stat. Soc. B 57 (1995).
 */
export function notByChance(changes: readonly PairedChange[]): PairedChange[] {
  const chances = changes.flatMap(({ p }) => p ?? []).toSorted((a, b) => a - b)
  const kept = chances.findLastIndex((p, i) => p <= (BY_CHANCE * (i + 1)) / chances.length)
  const most = Math.min(chances[kept] ?? 0, SURE_BELOW)
  return changes.map((change) =>
    change.p !== null && change.p > most ? { ...change, verdict: 'within_noise' } : change,
  )
}
