import { RunningSums, type DaySums } from '../../src/domain/verdicts/day-sums.ts'
import { findCountGaps } from '../../src/domain/verdicts/gaps.ts'
import { isTooFew } from '../../src/domain/verdicts/judge-against-past.ts'
import { judgeList, rowsToLookAt } from '../../src/domain/verdicts/judge-list.ts'
import { toTable } from '../../src/dev/markdown.ts'
import { createDraw } from '../dataset/draw.ts'
import { drawBinomial, drawNormal, drawPoisson, type Draw } from './draws.ts'
import { LOOKS, planLook, PlantedSums, reachOf } from './looks.ts'
import { percent } from './outcomes.ts'
import { meanOf, plant } from './real-figures.ts'
import type { CountsOfSite } from './read-counts.ts'

export const LIST_LENGTHS = [10, 100, 1_000] as const
export const LISTS = 2_000

/** Lists are of weeks with all past changes. */
const [, KIND] = LOOKS
const DAYS = reachOf(KIND)
const END = 7 * 2_500 + 4
/** Of the rows of a list, this part is changed, up or down. */
const PLANTED_PART = 0.1

export interface ListFigures {
  rows: string
  length: number
  isPlanted: boolean
  /** The mean part of the names of a list that is false. */
  falsePart: number
  /** The part of what was planted and looked at that is named. */
  named: number
}

/** The days of a row, of which the last two weeks are known before the others are. */
type DrawRow = () => { recent: Float64Array; past: () => Float64Array }

/** Lists of rows of all sizes, whose days are independent with an sd up to 0.3. */
export const drawnLists = (): ListFigures[] => allLists('drawn', drawnRows)

const drawnRows =
  (draw: Draw): DrawRow =>
  () => {
    const size = 2 * 1_000 ** draw()
    const noise = 0.1 * Math.floor(4 * draw())
    const days = (count: number) =>
      Float64Array.from({ length: count }, () =>
        drawPoisson(draw, size * Math.exp(noise * drawNormal(draw) - noise ** 2 / 2)),
      )
    return { recent: days(14), past: () => days(DAYS - 14) }
  }

/** Rows that are stretches of real series, thinned to any size. */
export function realLists(sites: readonly CountsOfSite[]): ListFigures[] {
  const stretches = sites.flatMap((site) => stretchesOf(site))
  const makeRow =
    (draw: Draw): DrawRow =>
    () => {
      const { counts, mean } = stretches[Math.floor(draw() * stretches.length)] ?? NONE
      const size = 2 * (mean / 2) ** draw()
      const thin = (days: readonly number[]) =>
        Float64Array.from(days, (count) => drawBinomial(draw, count, Math.min(1, size / mean)))
      return { recent: thin(counts.slice(-14)), past: () => thin(counts.slice(0, -14)) }
    }
  return allLists('from the real series', makeRow)
}

interface Stretch {
  counts: readonly number[]
  mean: number
}
const NONE: Stretch = { counts: [], mean: 1 }

/** All stretches of a site that hold enough days and no gap; each site has as many as every other. */
function stretchesOf(site: CountsOfSite): Stretch[] {
  const { firstDay, counts } = site
  const gaps = findCountGaps(firstDay, counts)
  const mean = meanOf(site)
  const stretches = counts.flatMap((_, place) => {
    const look = planLook(KIND, firstDay + place + 1, { firstDay, gaps })
    const isWhole = look?.comparison.past.length === KIND.past
    return isWhole ? [{ counts: counts.slice(place + 1 - DAYS, place + 1), mean }] : []
  })
  const draw = createDraw(5)
  return Array.from({ length: 1_000 }, () => {
    const place = Math.floor(draw() * stretches.length)
    return stretches[place] ?? NONE
  })
}

const allLists = (rows: string, makeRow: (draw: Draw) => DrawRow): ListFigures[] =>
  LIST_LENGTHS.flatMap((length) =>
    [false, true].map((isPlanted) => {
      const draw = createDraw(20_000 + length + (isPlanted ? 1 : 0))
      return { rows, length, isPlanted, ...listFigures(draw, makeRow(draw), { length, isPlanted }) }
    }),
  )

function listFigures(
  draw: Draw,
  drawRow: DrawRow,
  list: { length: number; isPlanted: boolean },
): Pick<ListFigures, 'falsePart' | 'named'> {
  let [falseParts, found, planted] = [0, 0, 0]
  for (let drawn = 0; drawn < LISTS; drawn++) {
    const one = judgeOne(draw, drawRow, list)
    falseParts += one.falseNames / Math.max(1, one.names)
    found += one.names - one.falseNames
    planted += one.planted
  }
  return { falsePart: falseParts / LISTS, named: planted === 0 ? 0 : found / planted }
}

function judgeOne(
  draw: Draw,
  drawRow: DrawRow,
  { length, isPlanted }: { length: number; isPlanted: boolean },
) {
  const { comparison } = planLook(KIND, END, { firstDay: END - DAYS, gaps: [] }) ?? {}
  if (!comparison) throw new Error('a list cannot be judged')
  const rows = Array.from({ length }, () => {
    const { recent, past } = drawRow()
    const effect = isPlanted && draw() < PLANTED_PART ? (draw() < 1 / 2 ? 2 : 0.5) : 1
    const sums = new RunningSums(END - 14, recent)
    const [a, b] = [plant(draw, { k: sums.over(comparison.a), effect }), sums.over(comparison.b)]
    return { recent, past, effect, a, b }
  })
  const places = rowsToLookAt(
    rows.map(({ a, b }) => ({
      size: a + b,
      isTooFew: isTooFew('count', { k: a, n: 7, readers: a }, { k: b, n: 7, readers: b }),
    })),
  )
  const looked = places.flatMap((place) => rows[place] ?? [])
  const { judgements } = judgeList(
    { kind: 'comparable', ...comparison },
    looked.map(({ recent, past, a }) => {
      const days = Float64Array.from([...past(), ...recent])
      const sums: DaySums = new RunningSums(END - DAYS, days)
      return { kind: 'count', numerator: new PlantedSums(sums, comparison.a, a), phi: 1 }
    }),
  )
  let [names, falseNames] = [0, 0]
  judgements.forEach(({ verdict }, place) => {
    if (verdict !== 'unusual_up' && verdict !== 'unusual_down') return
    const effect = looked[place]?.effect ?? 1
    names += 1
    const isTrue = verdict === 'unusual_up' ? effect > 1 : effect < 1
    if (!isTrue) falseNames += 1
  })
  return { names, falseNames, planted: looked.filter(({ effect }) => effect !== 1).length }
}

export const tableOfLists = (lists: readonly ListFigures[]): string =>
  toTable(
    ['Rows', 'changed', '% of names that are false', '% of changes that are named'],
    lists.map(({ length, isPlanted, falsePart, named }) => [
      length.toLocaleString('en-US'),
      isPlanted ? 'a tenth' : 'none',
      percent(falsePart),
      isPlanted ? percent(named) : '–',
    ]),
  )
