import { getTimeseries } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'
import { CHART_URI } from '../resources/chart.ts'

export const getTimeseriesTool = defineTool({
  name: 'get_timeseries',
  title: 'Over time',
  description:
    'Metrics of a site by hour, day, week or month. Use it for trends, and to find when something changed.',
  operation: getTimeseries,
  form: 'table',
  app: CHART_URI,
})
