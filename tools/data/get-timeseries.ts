import { getTimeseries } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'
import { CHART_URI } from '../resources/chart.ts'

export const getTimeseriesTool = defineTool({
  name: 'get_timeseries',
  title: 'Trend over time',
  description:
    'Visitors, clicks … by hour, day (daily), week or month, as for a chart, graph or plot. Use it for growth, the date of a peak, spike or dip, and to find when something changed or began.',
  operation: getTimeseries,
  form: 'table',
  app: CHART_URI,
})
