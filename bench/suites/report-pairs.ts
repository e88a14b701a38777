import type { RoundsByName } from '../harness/measure.ts'
import { compareRounds, isMet, type RatioLimit } from '../harness/ratios.ts'
import { print, printRatios, printRounds } from '../harness/report.ts'

/** Two variants by name: the CPU of `of` divided by the CPU of `to`, round by round. */
export interface Pair {
  of: string
  to: string
  limit?: RatioLimit
}

/** Prints the variants and their ratios; returns whether every limit was met. */
export function reportPairs(roundsByName: RoundsByName, pairs: readonly Pair[]): boolean {
  const cpuOf = (name: string): number[] =>
    (roundsByName.get(name) ?? []).map((round) => round.cpuMicros)
  const ratios = pairs.map(({ of, to, limit }) =>
    compareRounds(`${of} / ${to}`, cpuOf(of), cpuOf(to), limit),
  )
  printRounds(roundsByName)
  print()
  printRatios(ratios)
  return ratios.every(isMet)
}
