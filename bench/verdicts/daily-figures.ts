import type { RunningSums } from '../../src/domain/verdicts/day-sums.ts'
import { findCountGaps } from '../../src/domain/verdicts/gaps.ts'
import { judgeAgainstPast } from '../../src/domain/verdicts/judge-against-past.ts'
import { createDraw } from '../dataset/draw.ts'
import { drawBinomial } from './draws.ts'
import { LOOKS, planLook, PlantedSums, sumsByPhase, type Look } from './looks.ts'
import { meanOf, plant } from './real-figures.ts'
import type { CountsOfSite } from './read-counts.ts'

/** Counts a day. */
export const DAILY_SIZES = [10, 30, 300, 3_000] as const
const THINNINGS = 12
const MONTH = 28

/** The part of 28 days on which at least one look at the last seven says that something is unusual. */
export interface DailyFigures {
  site: string
  size: number
  /** With a look on every day, by the evidence that the rule asks of such looks. */
  daily: number
  /** With a look on every day, if a chance of 5 % were enough. */
  dailyAtFive: number
  /** With a look on each of four Mondays. */
  mondays: number
  /** Looks that see × 0.6, by the evidence of daily looks. */
  fallSeen: number
}

export const dailyFigures = (sites: readonly CountsOfSite[]): DailyFigures[] =>
  sites.flatMap((site) => {
    const gaps = findCountGaps(site.firstDay, site.counts)
    const looks = site.counts.flatMap((_, place) => {
      const look = planLook(LOOKS[0], site.firstDay + place + 1, { ...site, gaps })
      return look ? [{ ...look, place }] : []
    })
    return DAILY_SIZES.filter((size, place) => place === 0 || size / 3 < meanOf(site)).map((size) =>
      figuresOf(site, size, looks),
    )
  })

interface PlacedLook extends Look {
  place: number
}

function figuresOf(site: CountsOfSite, size: number, looks: readonly PlacedLook[]): DailyFigures {
  const share = Math.min(1, size / meanOf(site))
  let [windows, daily, dailyAtFive, mondays, seen, looked] = [0, 0, 0, 0, 0, 0]
  for (let time = 0; time < (share < 1 ? THINNINGS : 1); time++) {
    const draw = createDraw(40_000 + 100 * size + time)
    const thinned = site.counts.map((count) => drawBinomial(draw, count, share))
    const phases = sumsByPhase(site.firstDay, thinned)
    const chances = new Map(looks.map((look) => [look.place, chanceOf(look, phases)]))
    for (const { place } of looks) {
      const days = Array.from({ length: MONTH }, (_, day) => chances.get(place + day) ?? 1)
      if (place % 7 !== 0 || !chances.has(place + MONTH - 1)) continue
      windows += 1
      if (days.some((chance) => chance <= 0.01)) daily += 1
      if (days.some((chance) => chance <= 0.05)) dailyAtFive += 1
      if (days.some((chance, day) => day % 7 === 0 && chance <= 0.05)) mondays += 1
    }
    for (const { comparison, phase } of looks) {
      const sums = phases[phase]
      if (!sums) continue
      const k = plant(draw, { k: sums.over(comparison.a), effect: 0.6 })
      const numerator = new PlantedSums(sums, comparison.a, k)
      const plan = { kind: 'comparable', ...comparison, level: 0.01 } as const
      const { verdict } = judgeAgainstPast(plan, { kind: 'count', numerator, phi: 1 })
      looked += 1
      if (verdict === 'unusual_down') seen += 1
    }
  }
  return {
    site: site.name,
    size,
    daily: daily / windows,
    dailyAtFive: dailyAtFive / windows,
    mondays: mondays / windows,
    fallSeen: seen / looked,
  }
}

function chanceOf({ comparison, phase }: Look, phases: readonly RunningSums[]): number {
  const numerator = phases[phase]
  if (!numerator) return 1
  return (
    judgeAgainstPast({ kind: 'comparable', ...comparison }, { kind: 'count', numerator, phi: 1 })
      .p ?? 1
  )
}
