import * as z from 'zod'
import type { ChangeInterval } from '../../domain/verdicts/interval.ts'
import {
  CHECK_VERDICTS,
  MEASURED_WITH,
  type PairedChange,
} from '../../domain/statistics/paired-change.ts'
import { type Judgement, VERDICT_REASONS, VERDICTS } from '../../domain/verdicts/verdict.ts'
import { verdictWords } from '../../domain/verdicts/verdict-words.ts'
import { dayToIso } from '../../lib/time/zone.ts'

/**
 * The reasons why the change of a rate over checks is not judged: the part of the measurement that changed, too few
 * queries or runs, or that the number is not a rate.
 */
const PAIR_REASONS = [...MEASURED_WITH, 'few_queries', 'few_runs', 'not_a_rate'] as const

const Bound = z.number().nullable()

/** The range of changes of readers or visits that counting alone leaves possible. It is not a verdict. */
const CountingInterval = z.object({
  low: z.number(),
  high: z.number().nullable().describe('null where nothing was counted before'),
  unit: z.enum(['ratio', 'difference']).describe('ratio: a part of the number before'),
  beyondCounting: z.boolean().describe('True where it leaves out no change; never a verdict'),
})

/** A verdict on a change, as every answer has it. */
export const JudgedChange = z
  .object({
    verdict: z
      .enum([...new Set([...VERDICTS, ...CHECK_VERDICTS])])
      .nullable()
      .describe('null: not judged, see reason'),
    reason: z.enum([...VERDICT_REASONS, ...PAIR_REASONS]).nullable(),
    usual: z
      .object({ low: Bound, high: Bound })
      .nullable()
      .describe('Usual changes, as parts of the number before; a bound is null where any is'),
    past: z.int().describe('Past changes that are known'),
    judgedFrom: z.string().nullable().describe('With short_history: the day of a first verdict'),
    interval: CountingInterval.nullable().describe('95 %, of readers and visits alone'),
  })
  .meta({ id: 'JudgedChange' })
export type JudgedChange = z.input<typeof JudgedChange>

/** Makes a verdict for an answer from a judgement. */
export const judgedChange = (
  { verdict, reason, usual, past, judgedFrom }: Judgement,
  interval: ChangeInterval | null = null,
): JudgedChange => ({
  verdict,
  reason,
  usual: usual && { low: shortBound(usual.low), high: shortBound(usual.high) },
  past,
  judgedFrom: judgedFrom === null ? null : dayToIso(judgedFrom),
  interval: interval && {
    ...interval,
    low: shortened(interval.low),
    high: interval.high === null ? null : shortened(interval.high),
  },
})

const UNWEIGHED = { usual: null, past: 0, judgedFrom: null, interval: null }

/** The verdict on a change of a count of engines' answers, which is not judged. */
export const NOT_A_RATE: JudgedChange = { verdict: null, reason: 'not_a_rate', ...UNWEIGHED }

/** Makes the verdict for an answer on the change of a rate over checks. */
export function judgedPair({ verdict, changed, queries }: PairedChange): JudgedChange {
  const isFew = verdict === 'insufficient_data'
  const few = queries === 1 ? 'few_runs' : 'few_queries'
  const reason = verdict === 'not_comparable' ? (changed[0] ?? null) : isFew ? few : null
  return { verdict, reason, ...UNWEIGHED }
}

const shortened = (part: number): number => Math.round(10_000 * part) / 10_000

const shortBound = (part: number | null): number | null => (part === null ? null : shortened(part))

/** True where the two sides were counted in different ways, so that the number of a change would mislead. */
export const isCountedDifferently = ({ verdict, reason }: JudgedChange): boolean =>
  verdict === 'not_comparable' && reason !== 'hours'

/** Says a verdict in words; an empty text where there is no verdict. */
export const changeWords = (judged: JudgedChange): string =>
  verdictWords(judged, (day: string) => day)

/** Writes the usual changes for a cell in percent: `-23..29`, with `any` in place of a missing bound. */
export function usualCell({ usual }: Pick<JudgedChange, 'usual'>): string | null {
  if (usual === null) return null
  const [low, high] = [usual.low, usual.high].map((part) =>
    part === null ? ANY : String(Math.round(100 * part)),
  )
  return low === high ? ANY : `${low}..${high}`
}

const ANY = 'any'
