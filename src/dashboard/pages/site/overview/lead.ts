import type { Answer } from '../../../../../examples/client/citable.ts'
import { makeVoice, metricName } from '../../../parts/chart/voice.ts'
import { t } from '../../../texts/index.ts'
import type { AskedMetric, Numbers } from './asked.ts'
import { nameOfValue } from './name-of.ts'

type Drivers = Answer<'GET /analytics/{siteId}/drivers'>['data']

/** The share of a change from which on a value is said to explain most of it. */
const MOST = 0.5

/**
 * Writes the sentence that the page begins with, by rules, from the verdict on the metric and the cause of its change.
 */
export function leadOf(
  { totals, comparison }: Numbers,
  metric: AskedMetric,
  drivers: Drivers | undefined,
): string {
  const { formats } = makeVoice()
  const name = metricName(metric)
  const value = formats.value(metric, totals[metric] ?? null)
  const verdict = comparison?.verdicts[metric]?.verdict
  const before = formats.value(metric, comparison?.totals[metric] ?? null)
  const words = t.overview.lead
  switch (verdict) {
    case 'unusual_up':
      return words.rose(name, value, before) + causeOf(drivers)
    case 'unusual_down':
      return words.fell(name, value, before) + causeOf(drivers)
    case 'usual':
      return words.usual(name, value, before)
    case 'short_history':
      return words.early(name, value, before)
    case 'too_few':
      return words.few(name, value)
    case 'not_comparable':
      return words.different(name, value)
    default:
      return words.alone(name, value)
  }
}

/** Writes a sentence about the cause with the largest share of the change; an empty text where no value is a cause. */
function causeOf(drivers: Drivers | undefined): string {
  const causes = (drivers?.effects ?? []).flatMap(({ isCause, shareOfChange }, i) => {
    const [dimension, value] = drivers?.rows[i] ?? []
    return isCause && shareOfChange !== null && shareOfChange > 0
      ? [{ share: shareOfChange, name: nameOfValue(String(dimension), value ?? null) }]
      : []
  })
  const largest = causes.toSorted((one, other) => other.share - one.share)[0]
  if (!largest) return ''
  return ` ${largest.share >= MOST ? t.overview.lead.most(largest.name) : t.overview.lead.part(largest.name)}`
}
