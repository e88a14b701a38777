import { getAccount } from './get-account.ts'
import { listAssistantCalls } from './list-assistant-calls.ts'

export { getAccount }

export const orgOperations = [getAccount, listAssistantCalls]
