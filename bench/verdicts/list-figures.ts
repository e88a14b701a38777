import type { ComparisonPlan } from '../../src/domain/verdicts/comparison-plan.ts'
import { RunningSums, type DaySpan } from '../../src/domain/verdicts/day-sums.ts'
import { findCountGaps } from '../../src/domain/verdicts/gaps.ts'
import { isTooFew } from '../../src/domain/verdicts/judge-against-past.ts'
import { judgeList, rowsToLookAt } from '../../src/domain/verdicts/judge-list.ts'
import { toTable } from '../../src/dev/markdown.ts'
import { createDraw } from '../dataset/draw.ts'
import { drawBinomial, drawNormal, drawPoisson, type Draw } from './draws.ts'
import { LOOKS, planEnd, planLook, PlantedSums, reachOf, type Look } from './looks.ts'
import { percent } from './outcomes.ts'
import { meanOf, plant } from './real-figures.ts'
import type { CountsOfSite } from './read-counts.ts'

const LIST_LENGTHS = [10, 100, 1_000] as const
const DRAWN_LISTS = 2_000
/** Each of a thousand rows takes its days from a file, so that as many would take minutes. */
const REAL_LISTS = 600
/** The part of the rows of a list that is changed, up or down. */
const PLANTED_PART = 0.1

/** Lists are of weeks; the days of a week and the one before are known before the others are. */
const RECENT_DAYS = 14
const [WITH_YEAR, WITHOUT_YEAR] = LOOKS

export interface ListFigures {
  rows: string
  length: number
  isPlanted: boolean
  /** The mean part of the names of a list that is false. */
  falsePart: number
  /** The part of what was planted and looked at that is named. */
  named: number
}

interface DrawnRow {
  look: Look
  /** The day before which all days end. */
  end: number
  recent: Float64Array
  /** Draws the days before the recent ones, which only rows that are looked at need. */
  past: () => Float64Array
}
/** Draws a row that has this number of counts a day on average, or all where there are fewer. */
type DrawRow = (size: number) => DrawnRow

/** Counts a day of the site whose parts the rows of a list are: the n-th row has an n-th of the first. */
const SITE_SIZE = 3_000

/** Lists of rows whose days are independent with an sd up to 0.3. */
export const drawnLists = (): ListFigures[] => allLists('drawn', drawnRows, DRAWN_LISTS)

function drawnRows(draw: Draw): DrawRow {
  const end = 7 * 2_500 + 4
  const days = reachOf(WITHOUT_YEAR)
  const look = planLook(WITHOUT_YEAR, end, { firstDay: end - days, gaps: [] })
  if (!look) throw new Error('a list cannot be judged')
  return (size) => {
    const noise = 0.1 * Math.floor(4 * draw())
    const drawSome = (count: number) =>
      Float64Array.from({ length: count }, () =>
        drawPoisson(draw, size * Math.exp(noise * drawNormal(draw) - noise ** 2 / 2)),
      )
    return { look, end, recent: drawSome(RECENT_DAYS), past: () => drawSome(days - RECENT_DAYS) }
  }
}

/**
 * Lists of stretches of real series, thinned to the sizes of rows, each with what was known of its past then, at least half
 * a year; or with half a year and no more.
 */
export function realLists(
  sites: readonly CountsOfSite[],
  rows: 'half a year or more' | 'half a year',
): ListFigures[] {
  const stretches = sites.map((site) => stretchesOf(site, rows === 'half a year'))
  const makeRow =
    (draw: Draw): DrawRow =>
    (size) => {
      const some = stretches[Math.floor(draw() * stretches.length)] ?? []
      const stretch = some[Math.floor(draw() * some.length)]
      if (!stretch) throw new Error('a site has too few days for a list')
      const { look, end, counts, mean } = stretch
      const thin = (days: readonly number[]) =>
        Float64Array.from(days, (count) => drawBinomial(draw, count, Math.min(1, size / mean)))
      const [recent, past] = [counts.slice(-RECENT_DAYS), counts.slice(0, -RECENT_DAYS)]
      return { look, end, recent: thin(recent), past: () => thin(past) }
    }
  return allLists(rows, makeRow, REAL_LISTS)
}

interface Stretch {
  look: Look
  end: number
  counts: readonly number[]
  mean: number
}

/** All ranges of a site that can be judged, with the days that are read for them. */
function stretchesOf(site: CountsOfSite, isShort: boolean): Stretch[] {
  const { firstDay, counts } = site
  const gaps = findCountGaps(firstDay, counts)
  const mean = meanOf(site)
  return counts.flatMap((_, place) => {
    const end = firstDay + place + 1
    const look = isShort
      ? planLook(WITHOUT_YEAR, end, { firstDay, gaps })
      : end - reachOf(WITHOUT_YEAR) < firstDay
        ? undefined
        : planEnd(7, end, { firstDay, gaps })
    const days = reachOf(isShort ? WITHOUT_YEAR : WITH_YEAR)
    const from = Math.max(0, place + 1 - days)
    return look ? [{ look, end, counts: counts.slice(from, place + 1), mean }] : []
  })
}

const allLists = (rows: string, makeRow: (draw: Draw) => DrawRow, times: number): ListFigures[] =>
  LIST_LENGTHS.flatMap((length) =>
    [false, true].map((isPlanted) => {
      const draw = createDraw(20_000 + length + (isPlanted ? 1 : 0))
      const list = { length, isPlanted }
      return { rows, ...list, ...listFigures(draw, makeRow(draw), { ...list, times }) }
    }),
  )

function listFigures(
  draw: Draw,
  drawRow: DrawRow,
  list: { length: number; isPlanted: boolean; times: number },
): Pick<ListFigures, 'falsePart' | 'named'> {
  let [falseParts, found, planted, parts] = [0, 0, 0, 0]
  for (let place = 1; place <= list.length; place++) parts += 1 / place
  const largest = SITE_SIZE / parts
  for (let drawn = 0; drawn < list.times; drawn++) {
    const rows = Array.from({ length: list.length }, (_, place) => {
      const effect = list.isPlanted && draw() < PLANTED_PART ? (draw() < 1 / 2 ? 2 : 0.5) : 1
      return plantedRow(draw, drawRow(largest / (place + 1)), effect)
    })
    const one = judgeRows(rows)
    falseParts += one.falseNames / Math.max(1, one.names)
    found += one.names - one.falseNames
    planted += one.planted
  }
  return { falsePart: falseParts / list.times, named: planted === 0 ? 0 : found / planted }
}

interface PlantedRow extends DrawnRow {
  effect: number
  plan: ComparisonPlan
  a: DaySpan
  /** The sums of the two ranges, after the change. */
  now: number
  before: number
}

function plantedRow(draw: Draw, row: DrawnRow, effect: number): PlantedRow {
  const { comparison, phase } = row.look
  const sums = new RunningSums(row.end + phase - RECENT_DAYS, row.recent)
  return {
    ...row,
    effect,
    plan: { kind: 'comparable', ...comparison },
    a: comparison.a,
    now: plant(draw, { k: sums.over(comparison.a), effect }),
    before: sums.over(comparison.b),
  }
}

function judgeRows(rows: readonly PlantedRow[]) {
  const places = rowsToLookAt(
    rows.map(({ now, before }) => ({
      size: now + before,
      isTooFew: isTooFew(
        'count',
        { k: now, n: 7, readers: now },
        { k: before, n: 7, readers: before },
      ),
    })),
  )
  const looked = places.flatMap((place) => rows[place] ?? [])
  const { judgements } = judgeList(
    looked.map(({ plan, look, end, past, recent, a, now }) => {
      const days = Float64Array.from([...past(), ...recent])
      const sums = new RunningSums(end + look.phase - days.length, days)
      const numerator = new PlantedSums(sums, a, now)
      return { plan, series: { kind: 'count', numerator, phi: 1 } }
    }),
  )
  let [names, falseNames] = [0, 0]
  judgements.forEach(({ verdict }, place) => {
    if (verdict !== 'unusual_up' && verdict !== 'unusual_down') return
    const effect = looked[place]?.effect ?? 1
    const isTrue = verdict === 'unusual_up' ? effect > 1 : effect < 1
    names += 1
    if (!isTrue) falseNames += 1
  })
  return { names, falseNames, planted: looked.filter(({ effect }) => effect !== 1).length }
}

export const tableOfLists = (lists: readonly ListFigures[]): string =>
  toTable(
    ['Past', 'rows', 'changed', '% of names that are false', '% of changes that are named'],
    lists.map(({ rows, length, isPlanted, falsePart, named }) => [
      rows,
      length.toLocaleString('en-US'),
      isPlanted ? 'a tenth' : 'none',
      percent(falsePart),
      isPlanted ? percent(named) : '–',
    ]),
  )
