import { getAccount } from '../../src/features/org/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const getAccountTool = defineTool({
  name: 'get_account',
  title: 'Plan, limits and credits',
  description:
    'Your organization’s plan (subscription): its limits, such as how many sites and keys it allows, seats, what is used of them, and the credits that are left.',
  operation: getAccount,
  form: 'table',
})
