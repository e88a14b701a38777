import { makeElement, type Branch } from './branch.ts'
import type { Grid, GridCell } from './answer.ts'
import { NO_NUMBER } from './formats.ts'
import type { Frame } from './frame.ts'

interface Judged {
  tone: 'up' | 'down' | 'noise'
  arrow: string
  meaning: string
}

/** What is said of a change by how it was judged. */
const JUDGED: ReadonlyMap<unknown, Judged> = new Map<unknown, Judged>([
  ['moved_up', { tone: 'up', arrow: '▲', meaning: 'up' }],
  ['moved_down', { tone: 'down', arrow: '▼', meaning: 'down' }],
  ['within_noise', { tone: 'noise', arrow: '', meaning: 'within noise' }],
])

/** Verdicts under which no number is told, because it would be quoted all the same. */
const WORDS: ReadonlyMap<unknown, string> = new Map([
  ['insufficient_data', 'too few'],
  ['not_comparable', 'not comparable'],
])

/** Draws a change with its verdict; undefined where neither is known. */
export function changeMark(
  change: GridCell | undefined,
  verdict: GridCell | undefined,
  { formats }: Frame,
): Branch | undefined {
  const words = WORDS.get(verdict)
  if (words !== undefined) return makeElement('span', { class: 'noise' }, words)
  const judged = JUDGED.get(verdict)
  if (!judged) {
    const amount = amountOf(change ?? null, false, formats)
    return amount === undefined ? undefined : makeElement('span', { class: 'noise' }, amount)
  }
  const { tone, arrow, meaning } = judged
  const hasArrow = arrow !== ''
  return makeElement(
    'span',
    { class: tone },
    hasArrow && makeElement('span', { 'aria-hidden': 'true' }, `${arrow} `),
    makeElement('span', { class: 'unseen' }, `${meaning} `),
    amountOf(change ?? null, hasArrow, formats) ?? (hasArrow ? 'from zero' : NO_NUMBER),
  )
}

/** Percent, or the factor that large changes are told as. The arrow has the sign, where there is one. */
function amountOf(
  change: GridCell,
  hasArrow: boolean,
  formats: Frame['formats'],
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

/** The change and verdict of a row, where the answer has them for this metric. */
export function changeOf(
  grid: Grid,
  row: readonly GridCell[],
  metric: string,
  isFirst: boolean,
  frame: Frame,
): Branch | undefined {
  const at = (name: string): GridCell | undefined => row[grid.columns.indexOf(name)]
  const own = grid.columns.includes(`${metric}_change_pct`)
  if (own)
    return changeMark(at(`${metric}_change_pct`), at(`${metric}_verdict`) ?? at('verdict'), frame)
  return isFirst ? changeMark(at('change_pct'), at('verdict'), frame) : undefined
}

/** Says what grey means, where a row has it. */
export function noiseNote(
  { columns }: Grid,
  rows: readonly (readonly GridCell[])[],
): Branch | undefined {
  const at = columns.indexOf('verdict')
  if (!rows.some((row) => row[at] === 'within_noise')) return undefined
  return makeElement('p', { class: 'note' }, 'Grey changes are within noise.')
}
