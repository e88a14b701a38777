import * as z from 'zod'
import { defineOperation } from '../../kernel/door/operation.ts'
import { describeOrganization, OrganizationProfile } from './organization.ts'

/** GET /org */
export const getOrganization = defineOperation({
  name: 'org.get',
  summary: 'The organization: plan, seats, limits, usage, features and branding',
  effect: 'read',
  access: { by: 'scope', anyOf: ['org:read'] },
  http: { method: 'get', path: '/org' },
  input: z.strictObject({}),
  output: OrganizationProfile,
  handler: ({ app, db }) => describeOrganization(db, app.now()),
})
