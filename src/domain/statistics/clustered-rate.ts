import { quantile975 } from '../verdicts/student-t.ts'
import { type Interval, wilsonInterval, Z } from './intervals.ts'

/** The counts of one run in one cell. */
export interface ClusterRun {
  /** The number of checks of the run in the cell: its replicas. */
  checks: number
  /** The part that is counted, of `whole`; for a rate of checks, `whole` is the number of checks. */
  part: number
  whole: number
}

/**
 * The runs of one query with one engine; checks of different runs are independent, those of one run resemble each
 * other.
 */
export interface RateCell {
  runs: readonly ClusterRun[]
}

/**
 * The sums over many cells that an interval needs; a database can make them. For each run of a cell of several runs,
 * its part and its whole deviate from those of as many checks of the cell. `parts`, `wholes` and `both` are the sums of
 * the squares of the two deviations and of their product, times runs / (runs - 1).
 */
export interface RateMoments {
  cells: number
  runs: number
  checks: number
  part: number
  whole: number
  parts: number
  wholes: number
  both: number
  /**
   * The sum, over cells of several runs, of their squared wholes divided by their runs; `freedom` sums their degrees of
   * freedom.
   */
  scale: number
  freedom: number
  /** The sum, over cells of one run, of their squared wholes. */
  single: number
}

export const RATE_MOMENTS = [
  'cells',
  'runs',
  'checks',
  'part',
  'whole',
  'parts',
  'wholes',
  'both',
  'scale',
  'freedom',
  'single',
] as const satisfies readonly (keyof RateMoments)[]

export interface ClusteredRate {
  /** The sum of all parts divided by the sum of all wholes; null where that is 0 or less. */
  rate: number | null
  interval: Interval | null
  /** The number of independent trials that would be as sure as these checks are; null without a rate from 0 to 1. */
  effective: number | null
  /** The average number of runs of a cell. */
  runsPerCell: number
}

/** The most independent trials that one check may count for, since the variance of few runs may be small by chance. */
const MOST_TRIALS_PER_CHECK = 4
/** The degrees of freedom from which on Student's t equals the normal distribution in all digits that are shown. */
const SURE = 10_000

/**
 * Computes the 95 % interval of a rate over checks: Wilson's, for the number of independent trials with the same
 * variance. That variance is the one of runs within their cells; cells of a single run count as one trial each.
 * Differences between cells are no error, since each period asks the same queries and only draws new answers.
 */
export function rateInterval(moments: RateMoments): ClusteredRate {
  const { cells, runs, part, whole, freedom } = moments
  const runsPerCell = cells === 0 ? 0 : runs / cells
  if (whole <= 0) return { rate: null, interval: null, effective: null, runsPerCell }
  const rate = part / whole
  if (part < 0 || part > whole) return { rate, interval: null, effective: null, runsPerCell }
  const effective = trialsOf(moments, rate)
  // A variance that rests on few runs is itself not sure, which Student's t makes up for.
  const isByRuns = freedom > 0 && part > 0 && part < whole
  const sure = effective * (Z / quantile975(isByRuns ? Math.min(freedom, SURE) : SURE)) ** 2
  return { rate, interval: wilsonInterval(rate * sure, sure), effective, runsPerCell }
}

function trialsOf(moments: RateMoments, rate: number): number {
  const { runs, checks, whole, scale, freedom, single } = moments
  const spread = rate * (1 - rate)
  // If all answers are the same, only runs are known to be independent.
  if (spread === 0) return runs
  const ofRuns = moments.parts + 2 * rate * moments.both + rate ** 2 * moments.wholes
  // One run of the pooled spread is added to the runs that were seen, for the spread that few runs cannot show.
  const variance = spread * single + (ofRuns * freedom + spread * scale) / (freedom + 1)
  return Math.min((spread * whole ** 2) / variance, MOST_TRIALS_PER_CHECK * checks)
}

/** Computes the sums over cells that are in memory. */
export function rateMoments(cells: readonly RateCell[]): RateMoments {
  const asked = cells.filter(({ runs }) => runs.length > 0)
  const sums: RateMoments = {
    cells: asked.length,
    runs: 0,
    checks: 0,
    part: 0,
    whole: 0,
    parts: 0,
    wholes: 0,
    both: 0,
    scale: 0,
    freedom: 0,
    single: 0,
  }
  for (const { runs } of asked) addCell(sums, runs)
  return sums
}

function addCell(sums: RateMoments, runs: readonly ClusterRun[]): void {
  const of = (value: (run: ClusterRun) => number): number =>
    runs.reduce((sum, run) => sum + value(run), 0)
  const [checks, part, whole] = [
    of((run) => run.checks),
    of((run) => run.part),
    of((run) => run.whole),
  ]
  sums.runs += runs.length
  sums.checks += checks
  sums.part += part
  sums.whole += whole
  if (runs.length === 1) {
    sums.single += whole ** 2
    return
  }
  const offPart = (run: ClusterRun): number => run.part - (part / checks) * run.checks
  const offWhole = (run: ClusterRun): number => (whole / checks) * run.checks - run.whole
  const few = runs.length / (runs.length - 1)
  sums.parts += few * of((run) => offPart(run) ** 2)
  sums.wholes += few * of((run) => offWhole(run) ** 2)
  sums.both += few * of((run) => offPart(run) * offWhole(run))
  sums.scale += whole ** 2 / runs.length
  sums.freedom += runs.length - 1
}

/** The change of a rate that should be seen in four of five cases: ten points. */
const SOUGHT_CHANGE = 0.1
const SEEN = Z + 0.8416

/**
 * Computes how many more runs a change of ten points between two such periods would need to be seen in four of five
 * cases; null where nothing is known.
 */
export function runsNeeded({ rate, effective, runsPerCell }: ClusteredRate): number | null {
  if (rate === null || effective === null) return null
  // As Wilson's centre has it, so that a rate of 0 or 1 is not taken for one that never changes.
  const near = (rate * effective + Z ** 2 / 2) / (effective + Z ** 2)
  const variance = (near * (1 - near)) / effective
  const runs = (runsPerCell * 2 * variance * SEEN ** 2) / SOUGHT_CHANGE ** 2
  return Math.max(0, Math.ceil(runs - runsPerCell - 1e-9))
}
