/**
 * The kinds of changes in how a site is measured, with the metrics that each touches. Scans, rules and prompts touch no
 * metric.
 */
const TOUCHED_BY_MARK = {
  /** A change of the time zone, where the earlier days could not be counted again. */
  time_zone: 'every',
  domain: 'every',
  /** The widget was first seen, or put elsewhere. */
  widget: 'every',
  /** Readers who send DNT or Sec-GPC are left out from here on, or counted. */
  opt_out: 'every',
  question_privacy: 'questions',
} as const
export type MarkKind = keyof typeof TOUCHED_BY_MARK

/** A change of the measurement, on a local day; the counts of that day belong to neither side. */
export interface MeasurementMark {
  kind: MarkKind
  day: number
}

/** True for a mark that changed the measurement; other marks are only shown with a verdict. */
export const isMeasurementMark = <T extends { kind: string; day: number }>(
  mark: T,
): mark is T & MeasurementMark => Object.hasOwn(TOUCHED_BY_MARK, mark.kind)

/** Returns the days of the marks that touch a metric; the metric counts either questions or other events. */
export const markDays = (
  marks: readonly MeasurementMark[],
  counts: 'questions' | 'others',
): number[] =>
  marks
    .filter(({ kind }) => TOUCHED_BY_MARK[kind] === 'every' || counts === 'questions')
    .map(({ day }) => day)
