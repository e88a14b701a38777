import * as z from 'zod'
import type { Selectable } from 'kysely'
import type { Tables } from '../../../db/tables/schema.ts'
import { defineOperation } from '../../kernel/door/operation.ts'

/** The name and the looks with which an organization's sites present themselves to readers. */
export const Branding = z.object({
  name: z.string().nullable(),
  logoUrl: z.string().nullable(),
  accent: z.string().nullable().describe('Such as #0a7d4f'),
})

export const toBranding = (
  row: Pick<Selectable<Tables['organization']>, 'brand_name' | 'brand_logo_url' | 'brand_accent'>,
): z.input<typeof Branding> => ({
  name: row.brand_name,
  logoUrl: row.brand_logo_url,
  accent: row.brand_accent,
})

/** GET /org/branding: returns the branding, which is empty where none was set; on every plan. */
export const getBranding = defineOperation({
  name: 'org.branding',
  summary: 'The branding of the organization',
  access: { by: 'scope', anyOf: ['org:read'], keyPlan: 'keysReadSettings' },
  http: { method: 'get', path: '/org/branding' },
  input: z.strictObject({}),
  output: Branding.extend({ version: z.int() }),
  async handler({ db }) {
    const row = await db.organization().selectAll().executeTakeFirstOrThrow()
    return { ...toBranding(row), version: row.version }
  },
})
