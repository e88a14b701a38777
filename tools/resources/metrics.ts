import { metricsText } from '../../src/features/analytics/index.ts'
import { defineResource } from '../../src/kernel/resource.ts'

export const metricsResource = defineResource({
  uri: 'citable://metrics',
  name: 'metrics',
  title: 'Metrics and dimensions',
  description: 'Every metric and dimension with unit, formula and source.',
  mimeType: 'text/markdown',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  text: metricsText,
})
