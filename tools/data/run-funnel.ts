import { getFunnel } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const runFunnelTool = defineTool({
  name: 'run_funnel',
  title: 'Funnel',
  description:
    'How many readers go from one step to the next within a day, such as impression, ai_click, referral. Use it to see where readers are lost.',
  operation: getFunnel,
  form: 'table',
})
