import { toTable } from '../../src/dev/markdown.ts'
import type { Bars } from './bars.ts'
import { DRAWN_SIZES, drawnFigures, type DrawnFigures } from './drawn-figures.ts'
import { drawnLists, tableOfLists } from './list-figures.ts'
import { LOOKS } from './looks.ts'
import { EFFECTS, Outcomes, percent, withMoved } from './outcomes.ts'
import { rateFigures } from './rate-figures.ts'
import { HOLIDAYS, INDEPENDENT_SHAPES, SHAPES } from './shapes.ts'

const SIZES = DRAWN_SIZES.map((size) => size.toLocaleString('en-US'))

/** The figures of drawn series, lists and rates. */
export function drawnSection(bars: Bars): string {
  const figures = drawnFigures()
  const lists = drawnLists()
  const rates = rateFigures()
  holdNothing(figures, bars)
  holdSeen(figures, bars)
  for (const { length, isPlanted, falsePart } of lists) {
    bars.atMost(
      `false names in drawn lists of ${length}, ${isPlanted ? 'some' : 'none'} planted`,
      falsePart,
      0.12,
    )
  }
  for (const { rate, trials, wander, outcomes } of rates) {
    bars.atMost(`rate of ${rate}, ${trials} trials, wander ${wander}`, outcomes.share, 0.07)
  }
  return [
    'Nothing planted: % of weeks with 26 past changes and a year that are called unusual, by counts a day; in parentheses the rule of two intervals.',
    nothingTable(figures),
    'Nothing planted: the largest of these five sizes, %.',
    worstTable(figures),
    'Planted into independent days: % of ranges in which it is seen.',
    seenTable(figures),
    'Lists of weeks whose rows are parts of a site with 3,000 a day, independent days with sd 0 to 0.3: a tenth changed × 2 or × 0.5, or none.',
    tableOfLists(lists),
    'Rates that wander from week to week, nothing planted: % of weeks called unusual; in parentheses the rule of two intervals.',
    toTable(
      ['Rate', 'trials a day', 'wander', 'unusual'],
      rates.map(({ rate, trials, wander, outcomes }) => [
        `${100 * rate} %`,
        trials.toLocaleString('en-US'),
        `${100 * wander} %`,
        withMoved(outcomes),
      ]),
    ),
  ].join('\n\n')
}

type Key = Partial<Pick<DrawnFigures, 'shape' | 'size' | 'look' | 'effect'>>

const outcomesOf = (figures: readonly DrawnFigures[], key: Key): Outcomes =>
  figures.find(
    (one) =>
      one.shape === key.shape &&
      one.size === key.size &&
      one.look === key.look &&
      one.effect === key.effect,
  )?.outcomes ?? new Outcomes()

const nothingTable = (figures: readonly DrawnFigures[]): string =>
  toTable(
    ['Shape', ...SIZES],
    SHAPES.map(({ name: shape }) => [
      shape,
      ...DRAWN_SIZES.map((size) =>
        withMoved(outcomesOf(figures, { shape, size, look: LOOKS[0].name, effect: 1 })),
      ),
    ]),
  )

const worstOf = (figures: readonly DrawnFigures[], shape: string, look: string): number =>
  Math.max(
    ...DRAWN_SIZES.map((size) => outcomesOf(figures, { shape, size, look, effect: 1 }).share),
  )

const worstTable = (figures: readonly DrawnFigures[]): string =>
  toTable(
    ['Shape', ...LOOKS.map(({ name }) => name)],
    SHAPES.map(({ name: shape }) => [
      shape,
      ...LOOKS.map(({ name }) => percent(worstOf(figures, shape, name))),
    ]),
  )

const seenTable = (figures: readonly DrawnFigures[]): string =>
  toTable(
    ['Shape', 'range', '', ...SIZES],
    INDEPENDENT_SHAPES.flatMap(({ name: shape }) =>
      [LOOKS[1], LOOKS[3], LOOKS[5]].flatMap(({ name: look }) =>
        EFFECTS.filter((effect) => effect !== 1).map((effect) => [
          shape,
          look,
          `× ${effect}`,
          ...DRAWN_SIZES.map((size) =>
            percent(outcomesOf(figures, { shape, size, look, effect }).share),
          ),
        ]),
      ),
    ),
  )

function holdNothing(figures: readonly DrawnFigures[], bars: Bars): void {
  for (const { name: shape } of SHAPES) {
    for (const { name: look, past, length, hasYear } of LOOKS) {
      const usual = past === 8 ? 0.1 : length === 7 ? 0.07 : 0.09
      const limit = shape === HOLIDAYS.name && !hasYear ? 0.12 : usual
      bars.atMost(`drawn, ${shape}, ${look}`, worstOf(figures, shape, look), limit)
    }
  }
}

function holdSeen(figures: readonly DrawnFigures[], bars: Bars): void {
  for (const { name: shape } of INDEPENDENT_SHAPES.slice(0, 3)) {
    for (const { name: look } of LOOKS.filter(({ length, past }) => length === 7 && past === 26)) {
      for (const size of DRAWN_SIZES.filter((some) => some >= 30)) {
        const { share } = outcomesOf(figures, { shape, size, look, effect: 0.6 })
        bars.atLeast(`× 0.6, ${shape}, ${look}, ${size} a day`, share, 0.8)
      }
    }
  }
}
