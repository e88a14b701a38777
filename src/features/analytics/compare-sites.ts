import type { Comparability } from '../../domain/statistics/comparability.ts'
import { unweighed, type Judgement } from '../../domain/verdicts/verdict.ts'
import { type JudgedChange, judgedChange } from '../../kernel/verdicts/judged-change.ts'
import { notesOnVerdicts } from '../../kernel/verdicts/notes-on-verdicts.ts'
import { toldMarks } from './told-marks.ts'
import { spanOf } from '../../kernel/reads/sites-notes.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { ComparedSites, joinedMarks } from './compared-sites.ts'
import { type JudgedTogether, judgeRows, judgeTotals } from './judge-changes.ts'
import {
  addsUpOverSites,
  comparableValue,
  countingInterval,
  type CountedRow,
  metricValue,
} from './metric-value.ts'
import type { MetricId } from './metrics.ts'
import type { CountedSite } from './sites-part.ts'
import type { SitesPlan } from './sites-plan.ts'
import type { SitesResult } from './sites-result.ts'
import type { SitesRun } from './sites-run.ts'
import { domainOf, type SitesRow, zeroRow } from './sites-rows.ts'

/**
 * Returns how the ranges of all sites together compare. Sums are compared only where those of each site can be, and
 * where the ranges of every site differ in length alike. Undefined without sites.
 */
export function joinedSides(sides: readonly Comparability[]): Comparability | undefined {
  const [first] = sides
  if (!first) return undefined
  const areAlike = sides.every(({ scale }) => scale === first.scale)
  return {
    observedMs: sides.reduce((most, { observedMs }) => Math.max(most, observedMs), 0),
    observedBeforeMs: sides.reduce((most, one) => Math.max(most, one.observedBeforeMs), 0),
    areCounts: areAlike && sides.every(({ areCounts }) => areCounts),
    isBeforeData: sides.every(({ isBeforeData }) => isBeforeData),
    scale: areAlike ? first.scale : 1,
    notes: [],
  }
}

export const ownDimensions = ({ sites }: SitesRun) => sites[0]?.run.plan.dimensions ?? []

/**
 * True where a row has a number for a metric. A row that adds up several sites has none for metrics of readers, since a
 * reader is known by site alone.
 */
export const isToldOf = ({ of }: SitesRow, id: MetricId): boolean =>
  of !== null || addsUpOverSites(id)

export const totalsOf = ({ plan }: SitesRun, totals: CountedRow): SitesResult['totals'] =>
  Object.fromEntries(
    plan.metrics.map((id) => [id, addsUpOverSites(id) ? metricValue(id, totals, []) : null]),
  )

/** Compares an answer about several sites with the compared range; undefined where nothing is compared. */
export async function compareSites(
  run: SitesRun,
  all: readonly SitesRow[],
  shown: readonly SitesRow[],
): Promise<{ result: NonNullable<SitesResult['comparison']>; notes: string[] } | undefined> {
  const { plan, sides, totals, totalsBefore, sites } = run
  if (!sides) return undefined
  const own = ownDimensions(run)
  const sidesOf = (row: SitesRow): Comparability => row.of?.before?.sides ?? sides
  const compared = sites.flatMap(({ run: { before } }) => (before ? [before] : []))
  const sums = plan.metrics.filter(addsUpOverSites)
  const places = new ComparedPlaces(sites)
  const ofTotals = await judgeTotals(places.all, sums, { now: totals, before: totalsBefore })
  const verdicts = Object.fromEntries(
    sums.map((id) => {
      const interval = countingInterval(id, [totals, totalsBefore], [], sides)
      return [id, judgedChange(ofTotals.judgements[id] ?? UNKNOWN, interval)]
    }),
  )
  const ofRows = await judgeShown(run, places, all, shown)
  const isOfRows = plan.dimensions.length > 0
  const marks = joinedMarks(places.compared)
  return {
    result: {
      range: spanOf(compared.map(formatRange)),
      scale: sides.scale,
      areCounts: sides.areCounts,
      totals: sides.isBeforeData
        ? Object.fromEntries(plan.metrics.map((id) => [id, null]))
        : totalsOf(run, totalsBefore),
      verdicts,
      rows: shown.map((row) => {
        const { before } = row
        if (!before || sidesOf(row).isBeforeData) return null
        return plan.metrics.map((id) =>
          isToldOf(row, id)
            ? broughtTo(sides, sidesOf(row), id, metricValue(id, before, own))
            : null,
        )
      }),
      rowVerdicts: ofRows.judgements,
      judgedTogether: { totals: ofTotals.lookedAt, rows: ofRows.lookedAt },
      marks: toldMarks(marks),
    },
    notes: notesOnVerdicts({
      changes: isOfRows ? ofRows.judgements : Object.values(verdicts),
      lookedAt: isOfRows ? ofRows.lookedAt : ofTotals.lookedAt,
      marks,
      hasToday: [...sites.map((site) => site.run.range), ...compared].some(
        ({ instants }) => instants.toMs > run.now,
      ),
    }),
  }
}

const UNKNOWN: Judgement = unweighed(null, 'not_looked_at')

/** The compared sites of an answer: each by itself, and all of them together, as their changes are judged. */
class ComparedPlaces {
  readonly compared: {
    run: CountedSite['run']
    comparison: NonNullable<CountedSite['before']>['comparison']
  }[]
  readonly all: ComparedSites
  readonly #bySite = new Map<CountedSite, ComparedSites>()

  constructor(sites: readonly CountedSite[]) {
    this.compared = sites.flatMap(({ run, before }) =>
      before ? [{ run, comparison: before.comparison }] : [],
    )
    this.all = new ComparedSites(this.compared)
  }

  of(site: CountedSite | null): ComparedSites {
    if (!site?.before) return this.all
    const known = this.#bySite.get(site)
    if (known) return known
    const made = new ComparedSites([{ run: site.run, comparison: site.before.comparison }])
    this.#bySite.set(site, made)
    return made
  }
}

/** Judges the change of the first metric in the shown rows, as part of the list of all rows. */
async function judgeShown(
  run: SitesRun,
  places: ComparedPlaces,
  all: readonly SitesRow[],
  shown: readonly SitesRow[],
): Promise<JudgedTogether<JudgedChange[]>> {
  const [id] = run.plan.metrics
  const [dimension, ...others] = ownDimensions(run)
  const isSeries = run.sites[0]?.run.plan.grain !== null
  if (id === undefined || isSeries) return { judgements: [], lookedAt: 0 }
  if (others.length > 0) return { judgements: shown.map(() => judgedChange(RAW)), lookedAt: 0 }
  // The order by name decides which rows of equal size are judged, so the order of the question changes no verdict.
  const listed = [...new Set([...all, ...shown])].toSorted((a, b) =>
    nameOf(a) < nameOf(b) ? -1 : 1,
  )
  const { judgements, lookedAt } = await judgeRows(
    dimension,
    listed.map((row) => ({
      id,
      sites: places.of(row.of),
      label: dimension === undefined ? null : (row.labels[0] ?? null),
      now: row,
      before: row.before ?? zeroRow(),
    })),
  )
  const found = new Map(listed.map((row, i) => [row, judgements[i]]))
  return {
    judgements: shown.map((row) => changeOfRow(run, row, id, found.get(row) ?? UNKNOWN)),
    lookedAt,
  }
}

const RAW = unweighed(null, 'raw_events')

const nameOf = (row: SitesRow): string => `${domainOf(row)} ${row.labels[0] ?? ''}`

function changeOfRow(run: SitesRun, row: SitesRow, id: MetricId, judgement: Judgement) {
  if (!isToldOf(row, id)) return judgedChange(UNKNOWN)
  const sides = row.of?.before?.sides ?? run.sides
  const own = ownDimensions(run)
  return judgedChange(
    judgement,
    sides ? countingInterval(id, [row, row.before ?? zeroRow()], own, sides) : null,
  )
}

/**
 * Judges the changes of further metrics in rows of one site each, all as one list. Returns a function that looks a
 * change up.
 */
export async function judgeEach(
  run: SitesRun,
  rows: readonly SitesRow[],
  metrics: readonly MetricId[],
): Promise<(row: number, id: MetricId) => JudgedChange | undefined> {
  const places = new ComparedPlaces(run.sites)
  const asked = rows.flatMap((row, at) => metrics.map((id) => ({ row, at, id })))
  const { judgements } = await judgeRows(
    undefined,
    asked.map(({ row, id }) => ({
      id,
      sites: places.of(row.of),
      label: null,
      now: row,
      before: row.before ?? zeroRow(),
    })),
  )
  const found = new Map(
    asked.map(({ row, at, id }, i) => [
      `${at} ${id}`,
      changeOfRow(run, row, id, judgements[i] ?? UNKNOWN),
    ]),
  )
  return (row, id) => found.get(`${row} ${id}`)
}

/**
 * Scales a count of one site by the lengths of the answer's ranges, where the ranges of the site have other lengths.
 */
const broughtTo = (
  { scale }: Comparability,
  own: Comparability,
  ...metric: [id: SitesPlan['metrics'][number], value: number | null]
): number | null => comparableValue(...metric, own.scale / scale)
