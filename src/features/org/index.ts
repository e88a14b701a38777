import { getAccount } from './get-account.ts'
import { getBranding } from './branding.ts'
import { getOrganization } from './organization.ts'
import { listAssistantCalls } from './list-assistant-calls.ts'
import { updateBranding } from './update-branding.ts'
import { updateOrganization } from './update-organization.ts'

export { getAccount }

export const orgOperations = [
  getAccount,
  getOrganization,
  updateOrganization,
  getBranding,
  updateBranding,
  listAssistantCalls,
]
