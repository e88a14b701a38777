import * as z from 'zod'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { Assistants, toAssistants } from './assistants.ts'
import { Branding, toBranding } from './branding.ts'
import { Account, readAccount } from './read-account.ts'
import { defineOperation } from '../../kernel/door/operation.ts'

/** An organization as its people see it. */
export const OrganizationProfile = Account.extend({
  slug: z.string().nullable(),
  branding: Branding,
  assistants: Assistants,
  version: z.int().describe('For If-Match'),
}).meta({ id: 'Organization' })

export async function describeOrganization(
  db: TenantDb,
  nowMs: number,
): Promise<z.input<typeof OrganizationProfile>> {
  const { account, row } = await readAccount(db, nowMs)
  return {
    ...account,
    slug: row.slug,
    branding: toBranding(row),
    assistants: toAssistants(row),
    version: row.version,
  }
}

/** GET /org: returns the organization as its people see it. */
export const getOrganization = defineOperation({
  name: 'org.get',
  summary:
    'The organization: plan, seats, limits, usage, features, branding, and who may connect assistants',
  access: { by: 'scope', anyOf: ['org:read'] },
  http: { method: 'get', path: '/org' },
  input: z.strictObject({}),
  output: OrganizationProfile,
  handler: ({ app, db }) => describeOrganization(db, app.now()),
})
