import type { JSX } from 'preact'
import { formatPercent } from '../../../formats.ts'
import { makeVoice, metricName } from '../../../parts/chart/voice.ts'
import { Verdict, type Judged } from '../../../parts/verdict.tsx'
import { changeQuery } from '../../../router.ts'
import { t } from '../../../texts/index.ts'
import { FIGURES, type AskedMetric, type Numbers } from './asked.ts'

interface Props {
  numbers: Numbers
  chosen: AskedMetric
}

/**
 * Shows the numbers as buttons, each with its value before and the verdict on its change; the pressed one is drawn
 * below.
 */
export function Figures({ numbers, chosen }: Props): JSX.Element {
  return (
    <div class="figures" role="group" aria-label={t.overview.figures}>
      {FIGURES.map((metric) => (
        <button
          key={metric}
          type="button"
          aria-pressed={metric === chosen}
          onClick={() => changeQuery({ metric: metric === 'ai_clicks' ? undefined : metric })}
        >
          <Figure numbers={numbers} metric={metric} />
        </button>
      ))}
    </div>
  )
}

type Shown = Pick<Numbers, 'totals' | 'intervals' | 'comparison'>

/** Shows one number: its value, the verdict on its change, and its value before or the range in which it likely is. */
export function Figure({ numbers, metric }: { numbers: Shown; metric: string }): JSX.Element {
  const { formats } = makeVoice()
  const value = numbers.totals[metric] ?? null
  const before = numbers.comparison?.totals[metric] ?? null
  const judged = numbers.comparison?.verdicts[metric]
  return (
    <>
      <span class="name">{metricName(metric)}</span>{' '}
      <span class="value">{formats.value(metric, value)}</span>{' '}
      <Verdict judged={judged} value={value} before={before} />{' '}
      <span class="note">{besides(numbers, metric)}</span>
      {judged?.interval && <Counting interval={judged.interval} />}
    </>
  )
}

/** Writes the range in which a rate likely is, or the value of a count before; empty where there is neither. */
function besides({ intervals, comparison }: Shown, metric: string): string {
  const { formats } = makeVoice()
  const [low, high] = intervals[metric]?.ci95 ?? []
  if (low !== undefined && high !== undefined) {
    return t.likely(formats.value(metric, low), formats.value(metric, high))
  }
  return comparison ? t.before(formats.value(metric, comparison.totals[metric] ?? null)) : ''
}

/** Shows the range within which a change may be, by the counts alone. */
function Counting({ interval }: { interval: NonNullable<Judged['interval']> }): JSX.Element | null {
  const { unit, low, high } = interval
  if (unit !== 'ratio' || high === null) return null
  return (
    <span class="note aside">
      {t.overview.counting(formatPercent(low, true), formatPercent(high, true))}
    </span>
  )
}
