import { getAccount } from '../../src/features/org/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const getAccountTool = defineTool({
  name: 'get_account',
  title: 'Account',
  description: 'Your organization: plan, seats, limits and what is used of them.',
  operation: getAccount,
  form: 'table',
})
