import { judgeAgainstPast } from '../../src/domain/verdicts/judge-against-past.ts'
import { judgeList } from '../../src/domain/verdicts/judge-list.ts'
import { RunningSums } from '../../src/domain/verdicts/day-sums.ts'
import { median } from '../harness/statistics.ts'
import { LOOKS, planLook } from './looks.ts'

/** Milliseconds of CPU that a verdict, and a list of a hundred, take after their sums are read. */
export function measureCosts(): { verdictMs: number; listMs: number } {
  const end = 7 * 2_500 + 4
  const { comparison } = planLook(LOOKS[0], end, { firstDay: end - 500, gaps: [] }) ?? {}
  if (!comparison) throw new Error('no look to measure')
  const plan = { kind: 'comparable', ...comparison } as const
  const series = Array.from({ length: 100 }, (_, row) => ({
    kind: 'count' as const,
    numerator: new RunningSums(
      end - 500,
      Array.from({ length: 500 }, (_day, day) => 300 + ((day * 7_919 + row) % 53)),
    ),
    phi: 1,
  }))
  return {
    verdictMs: medianMs(() => series.forEach((one) => judgeAgainstPast(plan, one))) / series.length,
    listMs: medianMs(() => judgeList(series.map((one) => ({ plan, series: one })))),
  }
}

const medianMs = (work: () => void): number => median(Array.from({ length: 60 }, () => cpuMs(work)))

function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
