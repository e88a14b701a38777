import { comparePeriods } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const comparePeriodsTool = defineTool({
  name: 'compare_periods',
  title: 'What changed and why',
  description:
    'Why clicks, traffic or another metric went up or down, what caused a drop or rise from one week or month to another: pages, engines, countries that grew or lost most, with a verdict on noise. Use it after get_overview.',
  operation: comparePeriods,
  form: 'table',
})
