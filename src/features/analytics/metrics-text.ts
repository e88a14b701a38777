import { DIMENSION_IDS, DIMENSIONS, TIME_DIMENSIONS } from './dimensions.ts'
import { legalDimensions } from './legality.ts'
import { METRIC_IDS, metricOf } from './metrics.ts'

/** Writes what every metric and dimension means, as Markdown: the definitions that the numbers are counted by. */
export function metricsText(): string {
  const metrics = METRIC_IDS.map((id) => {
    const { unit, meaning, formula, source } = metricOf(id)
    return `- ${id} (${unit}): ${meaning}. Formula: ${formula}. Source: ${source}. By: ${legalDimensions(id).join(', ')}.`
  })
  const dimensions = DIMENSION_IDS.map((id) => {
    const { meaning, kinds, isForeign } = DIMENSIONS[id]
    const carried = kinds.length === 0 ? 'every event' : kinds.join(', ')
    return `- ${id}: ${meaning}. Carried by ${carried}.${isForeign ? ' Visitors or pages write its values.' : ''}`
  })
  return [
    '# Metrics',
    ...metrics,
    '',
    '# Dimensions',
    `- ${TIME_DIMENSIONS.join(', ')}: time, in the site’s zone.`,
    ...dimensions,
    '',
  ].join('\n')
}
