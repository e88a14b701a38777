import { makeElement, type Branch } from './branch.ts'
import type { Grid, GridCell } from './answer.ts'
import type { ChartTexts } from './english-texts.ts'
import { NO_NUMBER } from './formats.ts'
import type { Voice } from './frame.ts'

interface Judged {
  tone: 'up' | 'down' | 'noise'
  arrow: string
  meaning: 'unusualRise' | 'unusualFall' | 'usual'
}

/** The look and the meaning of a change, by its verdict. */
const JUDGED: ReadonlyMap<unknown, Judged> = new Map<unknown, Judged>([
  ['unusual_up', { tone: 'up', arrow: '▲', meaning: 'unusualRise' }],
  ['unusual_down', { tone: 'down', arrow: '▼', meaning: 'unusualFall' }],
  ['usual', { tone: 'noise', arrow: '', meaning: 'usual' }],
])

/** The verdicts under which no number is shown, since people would quote the number all the same. */
const WORDS: ReadonlyMap<unknown, 'tooFew' | 'countedDifferently'> = new Map([
  ['too_few', 'tooFew'],
  ['not_comparable', 'countedDifferently'],
])

/** A change with its verdict, the range that is usual for it, such as `-23..29`, and the days that it covers. */
export interface ToldChange {
  change: GridCell | undefined
  verdict: GridCell | undefined
  usual: GridCell | undefined
  range: Grid['range']
}

/** Draws a change with its verdict; undefined where neither is known. */
export function changeMark(
  { change, verdict, usual, range }: ToldChange,
  { formats, texts }: Voice,
): Branch | undefined {
  const words = WORDS.get(verdict)
  if (words !== undefined) return makeElement('span', { class: 'noise' }, texts[words])
  const judged = isClosed(range) ? JUDGED.get(verdict) : undefined
  if (!judged) {
    const amount = amountOf(change ?? null, false, formats)
    return amount === undefined ? undefined : makeElement('span', { class: 'noise' }, amount)
  }
  const { tone, arrow, meaning } = judged
  const hasArrow = arrow !== ''
  const told = usualWords(usual, texts)
  return makeElement(
    'span',
    { class: tone, ...(told !== undefined && { title: told }) },
    hasArrow && makeElement('span', { 'aria-hidden': 'true' }, `${arrow} `),
    makeElement('span', { class: 'unseen' }, `${texts[meaning]} `),
    amountOf(change ?? null, hasArrow, formats) ?? (hasArrow ? texts.fromZero : NO_NUMBER),
  )
}

const DAY_MS = 86_400_000
const WEEK = 7

/**
 * True for a range of whole weeks or months. Only changes of such ranges are shown as judged, since people look at any
 * other range every day.
 */
function isClosed(range: Grid['range']): boolean {
  const [from, last] = [range?.from, range?.to].map((day) => Date.parse(`${day ?? ''}T00:00:00Z`))
  if (from === undefined || last === undefined || Number.isNaN(from + last)) return false
  const [first, end] = [new Date(from), new Date(last + DAY_MS)]
  const days = Math.round((end.getTime() - from) / DAY_MS)
  const areWeeks = first.getUTCDay() === 1 && days % WEEK === 0
  return areWeeks || (first.getUTCDate() === 1 && end.getUTCDate() === 1)
}

/** Says which changes are usual; undefined where the text is not two bounds in percent. */
function usualWords(usual: GridCell | undefined, texts: ChartTexts): string | undefined {
  const text = typeof usual === 'string' ? usual : ''
  if (text === 'any') return texts.anyIsUsual
  const [, low = '', high = ''] = /^(-?\d{1,6}|any)\.\.(-?\d{1,6}|any)$/.exec(text) ?? []
  if (low === '') return undefined
  if (low === 'any') return texts.usualFromAnyFall(high)
  return high === 'any' ? texts.usualToAnyRise(low) : texts.usualBetween(low, high)
}

/**
 * Writes a change as a percentage, or, where it is large, as a factor. Where the change has an arrow, the arrow stands
 * for the sign.
 */
function amountOf(
  change: GridCell,
  hasArrow: boolean,
  formats: Voice['formats'],
): string | undefined {
  if (typeof change === 'number') {
    const share = change / 100
    return hasArrow
      ? formats.percent(Math.abs(share), 'never')
      : formats.percent(share, 'exceptZero')
  }
  const factor = /^(\d+(?:\.\d+)?)x$/.exec(change ?? '')?.[1]
  return factor === undefined ? undefined : `${formats.count(Number(factor))}×`
}

/** Returns the change and verdict of a row for a metric, as far as the answer has them. */
export function changeOf(
  grid: Grid,
  row: readonly GridCell[],
  metric: string,
  isFirst: boolean,
  voice: Voice,
): Branch | undefined {
  const at = (name: string): GridCell | undefined => row[grid.columns.indexOf(name)]
  const told = (change: GridCell | undefined, verdict: GridCell | undefined) =>
    changeMark({ change, verdict, usual: at('usual_pct'), range: grid.range }, voice)
  const own = grid.columns.includes(`${metric}_change_pct`)
  if (own) return told(at(`${metric}_change_pct`), at(`${metric}_verdict`) ?? at('verdict'))
  return isFirst ? told(at('change_pct'), at('verdict')) : undefined
}

/** Returns a note that says what grey means; undefined where no row is grey. */
export function noiseNote(
  { columns, range }: Grid,
  rows: readonly (readonly GridCell[])[],
  { texts }: Voice,
): Branch | undefined {
  const at = columns.indexOf('verdict')
  if (!isClosed(range) || !rows.some((row) => row[at] === 'usual')) return undefined
  return makeElement('p', { class: 'note' }, texts.greyIsUsual)
}
