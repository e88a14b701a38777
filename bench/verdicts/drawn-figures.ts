import { excessOf } from '../../src/domain/verdicts/change.ts'
import { RunningSums } from '../../src/domain/verdicts/day-sums.ts'
import { judgeAgainstPast } from '../../src/domain/verdicts/judge-against-past.ts'
import { createDraw } from '../dataset/draw.ts'
import type { Draw } from './draws.ts'
import { LOOKS, planLook, PlantedSums, type Look } from './looks.ts'
import { hasMoved } from './old-rule.ts'
import { EFFECTS, Outcomes, type Effect } from './outcomes.ts'
import { plant } from './real-figures.ts'
import { drawDays, DRAWN_DAYS, SHAPES, type LevelShape } from './shapes.ts'

/** Counts a day. */
export const DRAWN_SIZES = [5, 30, 300, 3_000, 100_000] as const
export const DRAWS = 2_000

/** The last day that is drawn ends a week of the calendar. */
const END = 7 * 2_500 + 4

export interface DrawnFigures {
  shape: string
  size: number
  look: string
  effect: Effect
  outcomes: Outcomes
}

/** Looks at the end of drawn series of every shape and size. */
export function drawnFigures(): DrawnFigures[] {
  const looks = LOOKS.flatMap((kind) => {
    const look = planLook(kind, END, { firstDay: END - DRAWN_DAYS, gaps: [] })
    return look ? [{ name: kind.name, look }] : []
  })
  return SHAPES.flatMap((shape, place) =>
    DRAWN_SIZES.flatMap((size) => {
      const figures = looks.flatMap(({ name, look }) =>
        EFFECTS.map((effect) => ({
          figure: { shape: shape.name, size, look: name, effect, outcomes: new Outcomes() },
          look,
        })),
      )
      const draw = createDraw(10_000 * (place + 1) + size)
      for (let drawn = 0; drawn < DRAWS; drawn++) addDraw(draw, { shape, size }, figures)
      return figures.map(({ figure }) => figure)
    }),
  )
}

function addDraw(
  draw: Draw,
  { shape, size }: { shape: LevelShape; size: number },
  figures: readonly { figure: DrawnFigures; look: Look }[],
): void {
  const { counts, readers } = drawDays(draw, shape, size)
  const sums = new RunningSums(END - DRAWN_DAYS, counts)
  const readerSums = shape.hasHeavyReader ? new RunningSums(END - DRAWN_DAYS, readers) : sums
  for (const { figure, look } of figures) {
    const { a, b } = look.comparison
    const { effect, outcomes } = figure
    const k = plant(draw, { k: sums.over(a), effect })
    const both = { from: b.from, to: a.to }
    const judgement = judgeAgainstPast(
      { kind: 'comparable', ...look.comparison },
      {
        kind: 'count',
        numerator: effect === 1 ? sums : new PlantedSums(sums, a, k),
        phi: shape.hasHeavyReader ? excessOf(sums.over(both), readerSums.over(both)) : 1,
        readers: readerSums,
      },
    )
    outcomes.add(judgement, effect, hasMoved(k, sums.over(b)))
  }
}
