import type { RunningSums } from '../../src/domain/verdicts/day-sums.ts'
import { findCountGaps } from '../../src/domain/verdicts/gaps.ts'
import { judgeAgainstPast } from '../../src/domain/verdicts/judge-against-past.ts'
import { createDraw } from '../dataset/draw.ts'
import { drawBinomial, drawPoisson, type Draw } from './draws.ts'
import { LOOKS, planLook, PlantedSums, sumsByPhase, type Look, type Part } from './looks.ts'
import { hasMoved } from './old-rule.ts'
import { EFFECTS, Outcomes, type Effect } from './outcomes.ts'
import type { CountsOfSite } from './read-counts.ts'

/** Mean counts a day that a site is thinned to; a smaller one stays as it is. */
export const REAL_SIZES = [5, 10, 30, 100, 300, 1_000, 3_000] as const
const THINNINGS = 12

/** The outcomes of all ranges of a kind, over the thinnings of one site to one size. */
export interface RealFigures {
  site: string
  size: number
  look: string
  effect: Effect
  outcomes: Outcomes
}

/** Looks at every range of every site, one day apart, at every size. */
export function realFigures(
  sites: readonly CountsOfSite[],
  effects: readonly Effect[] = EFFECTS,
  without?: Part,
): RealFigures[] {
  return sites.flatMap((site) => {
    const looksByKind = LOOKS.map((kind) => ({ kind, looks: looksOf(site, kind, without) }))
    return thinningsOf(site).flatMap(({ size, thinned }) =>
      looksByKind.flatMap(({ kind, looks }) =>
        effects.map((effect) => ({
          site: site.name,
          size,
          look: kind.name,
          effect,
          outcomes: judgeAll(looks, { thinned, effect }),
        })),
      ),
    )
  })
}

export const meanOf = ({ counts }: CountsOfSite): number =>
  counts.reduce((sum, count) => sum + count, 0) / counts.length

function looksOf(site: CountsOfSite, kind: (typeof LOOKS)[number], without?: Part): Look[] {
  const { firstDay, counts } = site
  const gaps = findCountGaps(firstDay, counts)
  return counts.flatMap((_, place) => {
    const history = { firstDay, gaps, ...(without && { without }) }
    return planLook(kind, firstDay + place + 1, history) ?? []
  })
}

interface ThinnedTo {
  size: number
  thinned: RunningSums[][]
}

/** Thins a site to each size below its own, with a seed for each time, and adds the whole site. */
function thinningsOf(site: CountsOfSite): ThinnedTo[] {
  const mean = meanOf(site)
  return REAL_SIZES.map((size) => {
    const share = Math.min(1, size / mean)
    const times = share < 1 ? THINNINGS : 1
    const thinned = Array.from({ length: times }, (_, time) => {
      const draw = createDraw(1_000 * size + time + 1)
      return sumsByPhase(
        site.firstDay,
        site.counts.map((count) => drawBinomial(draw, count, share)),
      )
    })
    return { size, thinned }
  })
}

interface Thinned {
  thinned: readonly (readonly RunningSums[])[]
  effect: Effect
}

function judgeAll(looks: readonly Look[], { thinned, effect }: Thinned): Outcomes {
  const outcomes = new Outcomes()
  thinned.forEach((phases, time) => {
    const draw = createDraw(7_000 + time + 1)
    for (const { comparison, phase } of looks) {
      const sums = phases[phase]
      if (!sums) continue
      const { a, b } = comparison
      const k = plant(draw, { k: sums.over(a), effect })
      const planted = effect === 1 ? sums : new PlantedSums(sums, a, k)
      const judgement = judgeAgainstPast(
        { kind: 'comparable', ...comparison },
        { kind: 'count', numerator: planted, phi: 1 },
      )
      outcomes.add(judgement, effect, hasMoved(k, sums.over(b)))
    }
  })
  return outcomes
}

/** Changes a count by a factor: it is thinned, or more visits are added by chance. */
export function plant(
  draw: Draw,
  { k, effect }: { k: number; effect: number; share?: number },
): number {
  if (effect === 1) return k
  return effect < 1 ? drawBinomial(draw, k, effect) : k + drawPoisson(draw, k * (effect - 1))
}

/** Joins the outcomes of all figures that pass; each site counts by its number of looks. */
export function pooled(
  figures: readonly RealFigures[],
  passes: (figure: RealFigures) => boolean,
): Outcomes {
  const all = new Outcomes()
  for (const figure of figures) if (passes(figure)) all.join(figure.outcomes)
  return all
}
