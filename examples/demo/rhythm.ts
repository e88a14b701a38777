import { type Choice, type Random, weightedPicker } from './random.ts'

const HOUR_MS = 3_600_000
/** Length of a UTC day. */
export const UTC_DAY_MS = 24 * HOUR_MS

/** Sunday first; readers plan from Thursday on and paddle at the weekend. Averages 1. */
const WEEKDAY_FACTORS = [1.12, 0.84, 0.83, 0.89, 1.01, 1.12, 1.19] as const

/** Visits by hour of the reader's own clock, midnight first. */
const HOUR_WEIGHTS = [
  8, 4, 2, 2, 2, 4, 12, 28, 38, 42, 44, 46, 50, 46, 42, 42, 44, 48, 56, 68, 76, 72, 50, 24,
] as const

const GROWTH_OVER_WINDOW = 0.3
const DAILY_NOISE = 0.12

const pickHour = weightedPicker(HOUR_WEIGHTS.map((weight, hour): Choice<number> => [hour, weight]))

/** Factor on the usual visitors: weekday, steady growth over the window, and noise. */
export function visitorFactor(random: Random, dayStartMs: number, progress: number): number {
  const weekday = WEEKDAY_FACTORS[new Date(dayStartMs).getUTCDay()] ?? 1
  const growth = 1 + GROWTH_OVER_WINDOW * (progress - 0.5)
  return weekday * growth * (1 + DAILY_NOISE * (random() - 0.5))
}

/** Draws the time at which a reader starts to read, in milliseconds after the start of a UTC day. */
export function pickTimeOfDayMs(random: Random, utcOffsetHours: number): number {
  const localMs = (pickHour(random) + random()) * HOUR_MS
  return Math.floor((localMs - utcOffsetHours * HOUR_MS + UTC_DAY_MS) % UTC_DAY_MS)
}
