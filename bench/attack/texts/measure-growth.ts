/** The numbers of repetitions that are compared, and the time that is too short to be judged. */
export interface Scale {
  readonly few: number
  /** Four times as many. */
  readonly many: number
  /** Milliseconds. Work on the many that takes less is quick, even where noise makes it seem to grow. */
  readonly quickMs: number
  /** A function whose work grows with its text takes four times as long for four times the text, and sixteen with its square. */
  readonly maxRatio: number
}

export const FULL_SCALE: Scale = { few: 2_000, many: 8_000, quickMs: 5, maxRatio: 6 }
/** Finds what would take some thirty milliseconds for 8,000 repetitions, in a tenth of the time. */
export const SHORT_SCALE: Scale = { few: 500, many: 2_000, quickMs: 2, maxRatio: 9 }

/** The number of times that the few are read, so that they are as much text as the many. */
const TIMES = 4
/** The number of looks at work that looks slow: a first look may meet the compiler or a collection of garbage. */
const LOOKS = 12
const MORE_LOOKS = 3

const quick = (manyMs: number): Growth => ({ manyMs, ratio: 0, isLinear: true })

export interface Growth {
  readonly manyMs: number
  /** The ratio of the time for the many to the time for the few. */
  readonly ratio: number
  readonly isLinear: boolean
}

/**
 * Compares the CPU that work on many repetitions takes with that on few, each at its best of several looks. The few are
 * read four times, so that both looks are about as long and meet the same noise.
 */
export function measureGrowth(
  work: (count: number) => unknown,
  { few, many, quickMs, maxRatio }: Scale,
): Growth {
  // Work that is this quick for the few is quick for the many, even if it grows with the square of its text.
  if (cpuMs(() => work(few)) <= quickMs / TIMES ** 2) return quick(0)
  let manyMs = cpuMs(() => work(many))
  if (manyMs <= quickMs) return quick(manyMs)
  let fewMs = Number.POSITIVE_INFINITY
  for (let look = 0; look < LOOKS; look++) {
    const all = cpuMs(() => {
      for (let time = 0; time < TIMES; time++) work(few)
    })
    fewMs = Math.min(fewMs, all / TIMES)
    manyMs = Math.min(
      manyMs,
      cpuMs(() => work(many)),
    )
    if (manyMs <= quickMs) return quick(manyMs)
    if (manyMs <= maxRatio * fewMs) return { manyMs, ratio: manyMs / fewMs, isLinear: true }
  }
  // Work that needs more memory than a young heap has takes longer once; work that grows with a square goes on growing.
  const more = Math.min(
    ...Array.from({ length: MORE_LOOKS }, () => cpuMs(() => work(TIMES * many))),
  )
  return { manyMs, ratio: manyMs / fewMs, isLinear: more <= maxRatio * manyMs }
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
