import { RunningSums } from '../../src/domain/verdicts/day-sums.ts'
import { judgeAgainstPast } from '../../src/domain/verdicts/judge-against-past.ts'
import { createDraw } from '../dataset/draw.ts'
import { drawBinomial, drawNormal, drawPoisson } from './draws.ts'
import { LOOKS, planLook, reachOf } from './looks.ts'
import { hasRateMoved } from './old-rule.ts'
import { Outcomes } from './outcomes.ts'

const RATES = [0.05, 0.4] as const
const TRIALS = [10, 100, 1_000, 3_000] as const
const WANDERS = [0, 0.1, 0.2] as const
const DRAWS = 2_000
const [, KIND] = LOOKS
const DAYS = reachOf(KIND)
const END = 7 * 2_500 + 4

export interface RateFigures {
  rate: number
  trials: number
  /** The distance of a week's rate from the mean, as a part of the mean (sd). */
  wander: number
  outcomes: Outcomes
}

/** Judges proportions that nothing changed, whose rate wanders from week to week. */
export function rateFigures(): RateFigures[] {
  const { comparison } = planLook(KIND, END, { firstDay: END - DAYS, gaps: [] }) ?? {}
  if (!comparison) throw new Error('a rate cannot be judged')
  const { a, b } = comparison
  return RATES.flatMap((rate) =>
    TRIALS.flatMap((trials) =>
      WANDERS.map((wander) => {
        const draw = createDraw(30_000 + 1_000 * rate + trials + 100 * wander)
        const outcomes = new Outcomes()
        for (let drawn = 0; drawn < DRAWS; drawn++) {
          const [numerators, denominators] = [new Float64Array(DAYS), new Float64Array(DAYS)]
          let ofWeek: number = rate
          for (let day = 0; day < DAYS; day++) {
            if (day % 7 === 0) ofWeek = Math.min(1, rate * Math.exp(wander * drawNormal(draw)))
            const tried = drawPoisson(draw, trials)
            denominators[day] = tried
            numerators[day] = drawBinomial(draw, tried, ofWeek)
          }
          const numerator = new RunningSums(END - DAYS, numerators)
          const denominator = new RunningSums(END - DAYS, denominators)
          const judgement = judgeAgainstPast(
            { kind: 'comparable', ...comparison },
            { kind: 'proportion', numerator, denominator, phi: 1 },
          )
          const [now, before] = [a, b].map((days) => ({
            k: numerator.over(days),
            n: denominator.over(days),
          }))
          outcomes.add(judgement, 1, now && before ? hasRateMoved(now, before) : false)
        }
        return { rate, trials, wander, outcomes }
      }),
    ),
  )
}
