import type { UsualRange } from './usual-range.ts'

/** The verdicts on a change. Where several hold: `not_comparable`, then `too_few`, then `short_history`. */
export const VERDICTS = [
  'unusual_up',
  'unusual_down',
  'usual',
  'short_history',
  'too_few',
  'not_comparable',
] as const
export type Verdict = (typeof VERDICTS)[number]

/**
 * The reasons of a verdict: `back_to_before` and `as_last_year` come with `usual`, `range_too_long` with
 * `short_history`, `raw_events` and `not_looked_at` with no verdict, the others with `not_comparable`.
 */
export const VERDICT_REASONS = [
  'back_to_before',
  'as_last_year',
  'gap',
  'mark',
  'hours',
  'range_too_long',
  'raw_events',
  'not_looked_at',
] as const
export type VerdictReason = (typeof VERDICT_REASONS)[number]

/** A verdict on one change, with the facts on which it rests. */
export interface Judgement {
  verdict: Verdict | null
  reason: VerdictReason | null
  /** The number of past changes that are known. */
  past: number
  /** The local day from which there is a verdict, with `short_history`; null where there never is one. */
  judgedFrom: number | null
  /** The usual range of change; null where nothing was weighed. */
  usual: UsualRange | null
  /** The chance of a change this far from usual, 0 to 1; null where nothing was weighed. */
  p: number | null
}

/** Makes a judgement that rests on no past. */
export const unweighed = (
  verdict: Verdict | null,
  reason: VerdictReason | null = null,
): Judgement => ({ verdict, reason, past: 0, judgedFrom: null, usual: null, p: null })
