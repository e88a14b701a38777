/** Changes of how a site is measured, with the metrics they touch. Scans, rules and prompts change none. */
const TOUCHED_BY_MARK = {
  /** Only where the days could not be counted again. */
  time_zone: 'every',
  domain: 'every',
  widget: 'every',
  bots: 'every',
  question_privacy: 'questions',
} as const
export type MarkKind = keyof typeof TOUCHED_BY_MARK

/** A change of the measurement, on a local day; what that day counts belongs to neither side. */
export interface MeasurementMark {
  kind: MarkKind
  day: number
}

/** The days of the marks that touch a metric, which counts questions or anything else. */
export const markDays = (
  marks: readonly MeasurementMark[],
  counts: 'questions' | 'others',
): number[] =>
  marks
    .filter(({ kind }) => TOUCHED_BY_MARK[kind] === 'every' || counts === 'questions')
    .map(({ day }) => day)
