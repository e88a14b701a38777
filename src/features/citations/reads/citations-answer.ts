import * as z from 'zod'
import type { Brand } from '../../../domain/citations/brand.ts'
import { CHECK_STATES } from '../../../domain/citations/engine-answer.ts'
import { type Cell, Days } from '../../../kernel/reads/table.ts'
import { JudgedChange } from '../../../kernel/verdicts/judged-change.ts'
import type { AnalyticsResult } from '../../analytics/face.ts'
import type { Covered } from './answered-cells.ts'
import { Visibility } from './visibility.ts'
import { CitationRun } from '../runs/run.ts'
import {
  PART_METRICS,
  SUMMARY_METRICS,
  VOLATILE_RUNS,
  type readCitationSets,
} from './citation-numbers.ts'

const Ratio = z.object({
  value: z.number().nullable().describe('null where there is nothing to divide by'),
  numerator: z.int().nullable(),
  denominator: z.int().nullable(),
  ci95: z.tuple([z.number(), z.number()]).nullable(),
  moreRuns: z.int().nullable().describe('Further runs to see a change of ten points'),
})

const Measured = Ratio.extend({
  before: z.number().nullable().describe('In the range that it is compared with'),
  change: JudgedChange.nullable(),
})

const Covering = z.object({
  value: z.number().nullable().describe('null where there is nothing to divide by'),
  numerator: z.int(),
  denominator: z.int(),
})

export const coveredOf = ({ cited, answered }: Covered): z.output<typeof Covering> => ({
  value: answered === 0 ? null : cited / answered,
  numerator: cited,
  denominator: answered,
})

const PartNumbers = z.object({
  checks: z.int(),
  citationRate: Ratio,
  mentionRate: Ratio,
  avgPosition: z.number().nullable(),
})

const Proof = z
  .string()
  .nullable()
  .describe('The latest answer that shows it, for GET /citations/:siteId/checks/:checkId')

const CitedPageItem = z.object({
  url: z.string(),
  title: z.string().nullable(),
  answers: z.int(),
  engines: z.int(),
})

/** The results of the Citation Monitor for a site over a range. */
export const CitationsAnswer = z
  .object({
    range: Days,
    timezone: z.string(),
    comparedWith: Days.nullable(),
    summary: z.record(z.string(), Measured),
    states: z
      .record(z.enum(CHECK_STATES), z.int())
      .describe('Checks by how they ended; the numbers count ok alone'),
    coverage: Covering.describe(
      'Queries that an answer cites the site for, of those with an answer',
    ),
    engineCoverage: Covering.describe('Engines that cite the site, of those that answered'),
    visibility: Visibility,
    sampleTier: z.enum(['exploratory', 'directional', 'decision_grade']),
    byEngine: z.array(
      PartNumbers.extend({ engine: z.string(), access: z.string().describe('api or serp') }),
    ),
    queries: z.int().describe('Queries with an answer to count'),
    byQuery: z
      .array(PartNumbers.extend({ id: z.string(), text: z.string(), checkId: Proof }))
      .describe('Cited least first, at most 100'),
    ownPages: z.array(CitedPageItem).describe('Cited most first, at most 50'),
    sources: z
      .array(
        z.object({
          domain: z.string(),
          owner: z.enum(['competitor', 'other']),
          competitor: z.string().nullable(),
          category: z.string(),
          answers: z.int(),
          engines: z.int(),
        }),
      )
      .describe('Domains of others, cited most first, at most 50'),
    competitors: z.array(
      z.object({
        name: z.string(),
        cited: z.int().describe('Answers that cite it'),
        mentioned: z.int().describe('Answers that name it'),
        checkId: Proof,
      }),
    ),
    newPages: z
      .array(z.string())
      .nullable()
      .describe('Cited in this range and not before, at most 50; null unless both have answers'),
    lostPages: z
      .array(z.string())
      .nullable()
      .describe('Cited before and not in this range, at most 50; null unless both have answers'),
    volatility: z.object({
      value: z
        .number()
        .nullable()
        .describe(
          `Mean change of the cited domains from run to run, over the latest ${VOLATILE_RUNS} runs; null under 20 comparisons`,
        ),
      comparisons: z.int(),
    }),
    runs: z.array(CitationRun).describe('The latest, at most ten'),
    notes: z.array(z.string()),
  })
  .meta({ id: 'Citations' })
export type CitationsAnswer = z.input<typeof CitationsAnswer>

/** The least number of differences between consecutive runs from which a mean is computed. */
const MIN_COMPARISONS = 20

type Sets = Awaited<ReturnType<typeof readCitationSets>>
type Intervals = AnalyticsResult['intervals']

function ratioOf(id: string, value: number | null, intervals: Intervals): z.output<typeof Ratio> {
  const { numerator = null, denominator = null, ci95 = null, moreRuns = null } = intervals[id] ?? {}
  return { value, numerator, denominator, ci95, moreRuns }
}

export function summaryOf({ totals, intervals, comparison }: AnalyticsResult) {
  return Object.fromEntries(
    SUMMARY_METRICS.map((id) => [
      id,
      {
        ...ratioOf(id, totals[id] ?? null, intervals),
        before: comparison?.totals[id] ?? null,
        change: comparison?.verdicts[id] ?? null,
      },
    ]),
  )
}

const numberOf = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null)

/**
 * Reads the numbers of engines or queries from the rows of an answer, whose first `names` columns are names and whose
 * others are metrics.
 */
export function countedParts({ rows, rowIntervals }: AnalyticsResult, names: number) {
  return rows.map((row, i) => {
    const value = (id: (typeof PART_METRICS)[number]) =>
      numberOf(row[names + PART_METRICS.indexOf(id)])
    const intervals = rowIntervals[i] ?? {}
    return {
      names: row.slice(0, names).map(String),
      checks: value('citation_checks') ?? 0,
      citationRate: ratioOf('citation_rate', value('citation_rate'), intervals),
      mentionRate: ratioOf('mention_rate', value('mention_rate'), intervals),
      avgPosition: value('avg_position'),
    }
  })
}

/** Lists the competitors that the owner has named now, and those that were named when the answers were read. */
export function competitorsOf({ competitors }: Brand, { cited, named, competitorProofs }: Sets) {
  const answersOf = (counts: Sets['named'], name: string): number =>
    counts.find((one) => one.name === name)?.answers ?? 0
  const names = new Set([
    ...competitors.map(({ name }) => name),
    ...[...cited, ...named].map(({ name }) => name),
  ])
  return [...names]
    .map((name) => ({
      name,
      cited: answersOf(cited, name),
      mentioned: answersOf(named, name),
      checkId: competitorProofs.get(name) ?? null,
    }))
    .toSorted((a, b) => b.cited - a.cited || b.mentioned - a.mentioned)
}

export const volatilityOf = ({ volatility: { comparisons, mean } }: Sets) => ({
  value: comparisons < MIN_COMPARISONS ? null : mean,
  comparisons,
})
