import { describeSite } from '../../src/features/sites/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const getSiteTool = defineTool({
  name: 'get_site',
  title: 'One site',
  description:
    'One site: settings, install status, last scan and why it failed, span of data, ai-score and what to mend first.',
  operation: describeSite,
  form: 'table',
})
