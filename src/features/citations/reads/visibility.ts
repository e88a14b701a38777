import * as z from 'zod'
import type { AnalyticsResult } from '../../analytics/face.ts'

/** The weight of each part of the score. With other weights it would be another score, with another version. */
const WEIGHTS = { citation_rate: 0.5, mention_rate: 0.3, prominence: 0.2 } as const
const SCORE_VERSION = 1

const Share = z.number().nullable()

/** The visibility score, which is made of three parts and never shown without them. */
export const Visibility = z
  .object({
    score: Share.describe('0 to 100: the parts by their weights; null where a part is'),
    before: Share.describe('In the range that it is compared with'),
    parts: z.object({ citation_rate: Share, mention_rate: Share, prominence: Share }),
    weights: z.record(z.string(), z.number()),
    scoreVersion: z.int().describe('Scores of two versions are not compared'),
  })
  .describe('A sum of three shares that depend on each other, so no interval holds for it')

type Totals = AnalyticsResult['totals']

export const visibilityOf = ({
  totals,
  comparison,
}: Pick<AnalyticsResult, 'totals' | 'comparison'>): z.output<typeof Visibility> => ({
  score: scoreOf(totals),
  before: comparison ? scoreOf(comparison.totals) : null,
  parts: {
    citation_rate: totals['citation_rate'] ?? null,
    mention_rate: totals['mention_rate'] ?? null,
    prominence: totals['prominence'] ?? null,
  },
  weights: WEIGHTS,
  scoreVersion: SCORE_VERSION,
})

function scoreOf(totals: Totals): number | null {
  let score = 0
  for (const [id, weight] of Object.entries(WEIGHTS)) {
    const value = totals[id] ?? null
    if (value === null) return null
    score += 100 * weight * value
  }
  return score
}
