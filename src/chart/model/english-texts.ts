import { inWords } from './words.ts'

/** Writes the names of columns as they stand within a sentence. */
const together = (columns: readonly string[]): string =>
  columns.map((name) => inWords(name).toLowerCase()).join(' and ')

/** Every text of the drawings, in English. Numbers and dates come into it as written texts. */
export const ENGLISH_TEXTS = {
  /** Writes the name of a column. */
  column: (name: string): string => inWords(name),
  columns: (names: readonly string[]): string => inWords(together(names)),
  /** The name of a group without a value, such as visits without a referrer. */
  noName: '(none)',

  counting: 'Counting …',
  takenBack: 'The question was taken back.',
  noAnswer: 'No answer',
  canAskAgain: 'The assistant reads the same, and can ask again.',
  withoutNumbers: 'An answer without numbers.',
  nothingCounted: 'Nothing was counted here.',

  overview: 'Overview',
  overTime: 'Over time',
  columnOverTime: (name: string): string => `${inWords(name)} over time`,
  by: (columns: readonly string[]): string => `By ${together(columns)}`,
  metricBy: (metric: string, columns: readonly string[]): string =>
    `${inWords(metric)} by ${together(columns)}`,
  comparedWith: (days: string): string => `compared with ${days}`,
  moreRows: (rows: number): string =>
    `There are more than these ${rows}; the assistant can ask for the next.`,
  aboutNumbers: (notes: number): string => `About these numbers (${notes})`,

  unusualRise: 'unusual rise',
  unusualFall: 'unusual fall',
  usual: 'usual',
  tooFew: 'too few',
  countedDifferently: 'counted differently',
  fromZero: 'from zero',
  anyIsUsual: 'usual here: any change',
  usualFromAnyFall: (high: string): string => `usual here: any fall, to ${high} %`,
  usualToAnyRise: (low: string): string => `usual here: ${low} % to any rise`,
  usualBetween: (low: string, high: string): string => `usual here: ${low} to ${high} %`,
  greyIsUsual: 'Grey changes are within what is usual here.',

  metric: 'Metric',
  metricBefore: 'Metric before',
  nextMetric: 'Next metric',
  metricPlace: (place: string, all: string): string => `${place} of ${all}`,
  rowsBefore: 'Rows before',
  furtherRows: 'Further rows',
  rowsPlace: (first: string, last: string, all: string): string => `${first}–${last} of ${all}`,

  change: 'Change',
  before: 'before',
  valueBefore: (value: string): string => `before ${value}`,
  likely: (low: string, high: string): string => `likely ${low} – ${high}`,
  interval: '95 % interval',

  time: 'Time',
  weekOf: (day: string): string => `Week of ${day}`,
  notWhole: (bucket: string): string => `${bucket}, not whole`,
  ofTooFew: (value: string): string => `${value} of too few`,
  groupsLeft: (left: number): string =>
    `Not drawn: ${left} more ${left === 1 ? 'group' : 'groups'}.`,
  columnsLeft: (left: number): string =>
    `Not shown here: ${left} more ${left === 1 ? 'column' : 'columns'}.`,
}

/** Every text of the drawings, in any language. */
export type ChartTexts = typeof ENGLISH_TEXTS
