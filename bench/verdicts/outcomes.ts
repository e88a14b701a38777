import type { Judgement } from '../../src/domain/verdicts/verdict.ts'

export const EFFECTS = [1, 0.6, 0.8, 1.2, 1.5] as const
export type Effect = (typeof EFFECTS)[number]

/**
 * Counts all looks, even those with too few counts for a verdict, and those that are called unusual, or that the rule
 * before called moved.
 */
export class Outcomes {
  looks = 0
  unusual = 0
  moved = 0

  add({ verdict }: Judgement, effect: Effect, hasMoved: boolean): void {
    this.looks += 1
    if (hasMoved) this.moved += 1
    if (effect <= 1 && verdict === 'unusual_down') this.unusual += 1
    if (effect >= 1 && verdict === 'unusual_up') this.unusual += 1
  }

  join({ looks, unusual, moved }: Outcomes): void {
    this.looks += looks
    this.unusual += unusual
    this.moved += moved
  }

  get share(): number {
    return this.unusual / this.looks
  }

  get movedShare(): number {
    return this.moved / this.looks
  }
}

/** A part as a number of hundredths. */
export const percent = (part: number): string => (100 * part).toFixed(part < 0.1 ? 1 : 0)

/** Writes the part that is called unusual, and in parentheses the part that the rule before called moved. */
export const withMoved = (outcomes: Outcomes): string =>
  outcomes.looks === 0 ? '–' : `${percent(outcomes.share)} (${percent(outcomes.movedShare)})`
