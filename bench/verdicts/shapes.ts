import { drawNormal, drawPoisson, type Draw } from './draws.ts'

/** A drawn past of a site: how its level goes, by day, around 1. */
export interface LevelShape {
  name: string
  /** Draws the level of each day; the range that is judged ends with the last one. */
  levels: (draw: Draw, days: number) => Float64Array
  /** True where one reader makes half of the events that are counted. */
  hasHeavyReader?: boolean
}

/** The factor of each day of the week: fewer readers come on Saturdays and Sundays. */
const WEEKDAYS = [1.15, 1.2, 1.15, 1.1, 1, 0.7, 0.7]

/** A level of each day by its place, times noise that is independent from day to day. */
function shape(
  name: string,
  noise: number,
  levelOf: (draw: Draw, days: number) => (day: number) => number = () => () => 1,
): LevelShape {
  return {
    name,
    levels: (draw, days) => {
      const level = levelOf(draw, days)
      return Float64Array.from({ length: days }, (_, day) => {
        const weekday = WEEKDAYS[(day + 7 - (days % 7)) % 7] ?? 1
        const odd = noise === 0 ? 1 : Math.exp(noise * drawNormal(draw) - noise ** 2 / 2)
        return weekday * odd * level(day)
      })
    },
  }
}

/** Makes a walk from day to day; each day keeps a part of the day before. */
function walk(draw: Draw, days: number, { kept, step }: { kept: number; step: number }) {
  const logs = new Float64Array(days)
  let log = kept < 1 ? (step / Math.sqrt(1 - kept ** 2)) * drawNormal(draw) : 0
  for (let day = 0; day < days; day++) {
    log = kept * log + step * drawNormal(draw)
    logs[day] = log
  }
  return (day: number): number => Math.exp(logs[day] ?? 0)
}

const YEAR = 365

export const INDEPENDENT_SHAPES = [0, 0.1, 0.2, 0.3].map((noise) =>
  shape(`independent days, sd ${noise}`, noise),
)

export const HOLIDAYS = shape('holidays', 0.1, (draw) => {
  const phase = Math.floor(draw() * YEAR)
  // Two weeks of each year have half of the usual level.
  return (day) => ((day + phase) % YEAR < 14 ? 0.5 : 1)
})

export const SHAPES: readonly LevelShape[] = [
  ...INDEPENDENT_SHAPES,
  shape('drift', 0.1, (draw, days) => walk(draw, days, { kept: 1, step: 0.02 })),
  shape('days that depend on each other', 0, (draw, days) =>
    walk(draw, days, { kept: 0.8, step: 0.12 }),
  ),
  shape('growth of 2 % a week', 0.1, () => (day) => 1.02 ** (day / 7)),
  shape('season', 0.1, (draw) => {
    const phase = draw() * 2 * Math.PI
    return (day) => 1 + 0.4 * Math.sin((2 * Math.PI * day) / YEAR + phase)
  }),
  HOLIDAYS,
  shape('an odd week in the past', 0.1, (draw, days) => {
    // The week lies before the last 28 days, so that it is past for ranges of each length.
    const begin = days - 7 * (5 + Math.floor(draw() * 20))
    const times = draw() < 1 / 2 ? 3 : 1 / 3
    return (day) => (day >= begin && day < begin + 7 ? times : 1)
  }),
  shape('monthly campaigns', 0.1, (draw) => {
    const phase = Math.floor(draw() * 30)
    return (day) => ((day + phase) % 30 < 3 ? 2 : 1)
  }),
  { ...shape('one reader with half of all events', 0.1), hasHeavyReader: true },
  shape('a launch in the past year', 0.1, (draw, days) => {
    const launch = days - 60 - Math.floor(draw() * 240)
    return (day) => (day < launch ? 1 : 1.5 + 6.5 * Math.exp((launch - day) / 5))
  }),
]

/** The counts of a site on each day, and the readers that made them. */
export interface DrawnDays {
  counts: Float64Array
  readers: Float64Array
}

/** Draws the days of a site with `size` a day on average. */
export function drawDays(
  draw: Draw,
  { levels, hasHeavyReader }: LevelShape,
  size: number,
): DrawnDays {
  const byDay = levels(draw, DRAWN_DAYS)
  if (!hasHeavyReader) {
    const counts = byDay.map((level) => drawPoisson(draw, size * level))
    return { counts, readers: counts }
  }
  const readers = byDay.map((level) => drawPoisson(draw, (size / 2) * level))
  // The reader comes on most days, and does about as much as all others together.
  const counts = readers.map((others) => {
    const isThere = draw() < 0.8
    return (
      others + (isThere ? drawPoisson(draw, (size / 1.6) * Math.exp(0.2 * drawNormal(draw))) : 0)
    )
  })
  return { counts, readers: readers.map((others) => others + 1) }
}

/** The number of days that any look reaches back. */
export const DRAWN_DAYS = 430
