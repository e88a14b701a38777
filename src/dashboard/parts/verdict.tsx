import type { JSX } from 'preact'
import type { ApiSchemas } from '../../../examples/client/types/index.ts'
import { formatDay, formatPercent } from '../formats.ts'
import { t } from '../texts/index.ts'

export type Judged = ApiSchemas['JudgedChange']

interface Props {
  judged: Judged | null | undefined
  value: number | null
  before: number | null
  /**
   * True in a table: where nothing unusual happened, the sign is shown alone, with its words for people who hear it.
   */
  isShort?: boolean
}

interface Said {
  tone: 'up' | 'down' | 'noise' | 'few'
  sign?: '▲' | '▼' | '≈'
  words: string
}

/**
 * Shows the verdict on a change: the sign, the word, and the amount where the value rose or fell; null for a change
 * that was not judged.
 */
export function Verdict({ judged, value, before, isShort = false }: Props): JSX.Element | null {
  if (!judged) return null
  const said = wordsOf(judged, isShort)
  if (!said) return null
  const amount = said.tone === 'up' || said.tone === 'down' ? amountOf(value, before) : ''
  if (isShort && said.sign === '≈') {
    return (
      <span class="noise" title={said.words}>
        <span aria-hidden="true">≈</span>
        <span class="unseen">{said.words}</span>
      </span>
    )
  }
  return (
    <span class={said.tone}>
      {said.sign && <span aria-hidden="true">{said.sign} </span>}
      {said.words} {amount}
    </span>
  )
}

/** Returns the verdicts whose words are always the same, with their signs. */
const fixedWords = (): Partial<Record<NonNullable<Judged['verdict']>, Said>> => ({
  unusual_up: { tone: 'up', sign: '▲', words: t.verdict.rise },
  unusual_down: { tone: 'down', sign: '▼', words: t.verdict.fall },
  moved_up: { tone: 'up', sign: '▲', words: t.verdict.up },
  moved_down: { tone: 'down', sign: '▼', words: t.verdict.down },
  within_noise: { tone: 'noise', sign: '≈', words: t.verdict.noise },
  too_few: { tone: 'few', words: t.verdict.few },
  insufficient_data: { tone: 'few', words: t.verdict.few },
  not_comparable: { tone: 'few', words: t.verdict.different },
})

/** Returns the words of docs/verdicts.md for a verdict; undefined for a change that was not judged. */
function wordsOf({ verdict, usual, judgedFrom }: Judged, isShort: boolean): Said | undefined {
  if (verdict === null) return undefined
  if (verdict === 'usual') {
    return { tone: 'noise', sign: '≈', words: t.verdict.usual + usualWords(usual) }
  }
  if (verdict !== 'short_history') return fixedWords()[verdict]
  const from = judgedFrom === null || isShort ? '' : `; ${t.verdict.from(formatDay(judgedFrom))}`
  return { tone: 'few', words: t.verdict.short + from }
}

function usualWords(usual: Judged['usual']): string {
  if (!usual) return ''
  const { low, high } = usual
  const words = t.verdict
  if (low === null && high === null) return ` (${words.any})`
  if (low === null) return ` (${words.anyFall(formatPercent(high ?? 0, true))})`
  if (high === null) return ` (${words.anyRise(formatPercent(low, true))})`
  return ` (${words.between(formatPercent(low, true), formatPercent(high, true))})`
}

/** Writes by how much a value changed, without a sign, which stands before it. */
function amountOf(value: number | null, before: number | null): string {
  if (value === null || before === null) return ''
  return before === 0 ? t.verdict.fromZero : formatPercent(Math.abs(value / before - 1))
}
