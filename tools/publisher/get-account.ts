import { getAccount } from '../../src/features/org/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const getAccountTool = defineTool({
  name: 'get_account',
  title: 'Plan and limits',
  description:
    'Your organization’s plan (subscription): its limits, such as how many sites and keys it allows, seats, and what is used of them.',
  operation: getAccount,
  form: 'table',
})
