import { comparePeriods } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const comparePeriodsTool = defineTool({
  name: 'compare_periods',
  title: 'What changed and why',
  description:
    'Why clicks, traffic or another metric went up or down, better or worse, more or less than before: what caused a drop or rise between two weeks or months, by page, engine, country. Use it after get_overview.',
  operation: comparePeriods,
  form: 'table',
})
