import * as z from 'zod'
import { defineOperation } from '../../kernel/door/operation.ts'
import { Branding, toBranding } from './branding.ts'

/** GET /org/branding: empty where none was set, on every plan. */
export const getBranding = defineOperation({
  name: 'org.branding',
  summary: 'The branding of the organization',
  effect: 'read',
  access: { by: 'scope', anyOf: ['org:read'], keyPlan: 'keysReadSettings' },
  http: { method: 'get', path: '/org/branding' },
  input: z.strictObject({}),
  output: Branding.extend({ version: z.int() }),
  async handler({ db }) {
    const row = await db.organization().selectAll().executeTakeFirstOrThrow()
    return { ...toBranding(row), version: row.version }
  },
})
