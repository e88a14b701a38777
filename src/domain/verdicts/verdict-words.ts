import type { CheckVerdict } from '../statistics/paired-change.ts'
import type { UsualRange } from './usual-range.ts'
import type { Verdict } from './verdict.ts'

/** The parts of a judgement from which words are made; its days are numbers or dates. */
interface Told<Day> {
  verdict: Verdict | CheckVerdict | null
  usual: Pick<UsualRange, 'low' | 'high'> | null
  judgedFrom: Day | null
}

const WORDS: Readonly<Record<Verdict | CheckVerdict, string>> = {
  unusual_up: 'unusual rise',
  unusual_down: 'unusual fall',
  usual: 'within what is usual here',
  short_history: 'not enough history yet',
  too_few: 'too few to tell',
  not_comparable: 'counted differently',
  moved_up: 'rise beyond chance',
  moved_down: 'fall beyond chance',
  within_noise: 'no more than chance',
  insufficient_data: 'too few answers to tell',
}

/**
 * Writes a verdict for people; an empty text without one. With `usual` comes the usual range, since the word alone
 * reads as if all were well. `dayWords` writes a local day, such as `3 March`.
 */
export function verdictWords<Day>(
  { verdict, usual, judgedFrom }: Told<Day>,
  dayWords: (day: Day) => string,
): string {
  if (verdict === null) return ''
  if (verdict === 'usual' && usual) return `${WORDS.usual} (${usualRangeWords(usual)})`
  if (verdict === 'short_history' && judgedFrom !== null) {
    return `${WORDS.short_history}; from ${dayWords(judgedFrom)}`
  }
  return WORDS[verdict]
}

/** Writes the usual changes as in `−23 to +29 %`, and `any change` where they have no bounds. */
export function usualRangeWords({ low, high }: Pick<UsualRange, 'low' | 'high'>): string {
  if (low === null && high === null) return 'any change'
  if (low === null) return `any fall, to ${signed(high ?? 0)} %`
  return high === null ? `${signed(low)} % to any rise` : `${signed(low)} to ${signed(high)} %`
}

/** Writes a part as hundredths with a sign. */
function signed(part: number): string {
  const hundredths = Math.round(100 * part)
  const sign = hundredths < 0 ? '−' : '+'
  return hundredths === 0 ? '0' : `${sign}${Math.abs(hundredths).toLocaleString('en-US')}`
}
