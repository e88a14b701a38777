import { ENGLISH_TEXTS, type ChartTexts } from '../../../chart/model/english-texts.ts'
import { makeFormats } from '../../../chart/model/formats.ts'
import type { Voice } from '../../../chart/model/frame.ts'
import { localeOf } from '../../formats.ts'
import { t } from '../../texts/index.ts'

/** Returns the name of a metric in the language of the page. */
export const metricName = (metric: string): string =>
  t.metrics[metric] ?? ENGLISH_TEXTS.column(metric)

/** Makes the formats and texts of drawings in the language of the page. */
export function makeVoice(): Voice {
  const texts: ChartTexts = {
    ...ENGLISH_TEXTS,
    column: metricName,
    noName: t.none,
    time: t.chart.time,
    weekOf: t.chart.weekOf,
    notWhole: t.chart.notWhole,
    ofTooFew: t.chart.ofTooFew,
  }
  return { formats: makeFormats(localeOf()), texts }
}
