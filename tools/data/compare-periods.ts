import { comparePeriods } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const comparePeriodsTool = defineTool({
  name: 'compare_periods',
  title: 'Why it changed',
  description:
    'Why a metric changed: what each page, engine, country … did to it, largest first, adding up to the whole change, with a verdict on noise. (N others) come with the cursor. Use it after get_overview.',
  operation: comparePeriods,
  form: 'table',
})
