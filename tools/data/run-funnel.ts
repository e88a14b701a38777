import { getFunnel } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const runFunnelTool = defineTool({
  name: 'run_funnel',
  title: 'Conversion funnel',
  description:
    'A funnel: how many readers, and what percentage, go from one step to the next within a day, as from viewing (impression) to clicking (ai_click) and coming back (referral). Use it for conversion and where people are lost.',
  operation: getFunnel,
  form: 'table',
})
