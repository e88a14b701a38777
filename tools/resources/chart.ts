import { chartPage } from '../../src/chart/page.ts'
import { defineResource } from '../../src/kernel/resource.ts'

export const CHART_URI = 'ui://citable/chart.html'

/** Nothing is asked for, nothing is embedded, and the page has no other base. */
const csp = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] }

/** The app that clients with MCP Apps show beside an answer: lines, bars and tiles of what the tool has counted. */
export const chartResource = defineResource({
  uri: CHART_URI,
  name: 'chart',
  title: 'Chart',
  description: 'Draws the answers of get_overview, get_timeseries and get_breakdown.',
  mimeType: 'text/html;profile=mcp-app',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  meta: { ui: { csp, prefersBorder: true } },
  text: chartPage,
})
