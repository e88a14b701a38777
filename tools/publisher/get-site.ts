import { getSite } from '../../src/features/sites/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const getSiteTool = defineTool({
  name: 'get_site',
  title: 'Site and AI score',
  description:
    'How ready one site is for AI (score), its biggest problems and what to fix first; its last scan and why that failed; settings (time zone, language), whether the widget is installed, and span of data.',
  operation: getSite,
  form: 'table',
})
