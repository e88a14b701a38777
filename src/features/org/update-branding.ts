import * as z from 'zod'
import { contrastWithWhite } from '../../domain/colour-contrast.ts'
import { isOneLine } from '../../domain/is-one-line.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { IfMatch } from '../../kernel/door/if-match.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { assertPlanReaches, type Plan } from '../../kernel/plan/plans.ts'
import { parseWebUrl } from '../../lib/web/web-url.ts'
import { Branding, toBranding } from './branding.ts'
import { changeOrganization } from './change-organization.ts'

/** The least contrast that WCAG 2.2 requires of parts that are not text (1.4.11). */
const LEAST_CONTRAST = 3

const Input = z.strictObject({
  ifMatch: IfMatch,
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .refine(isOneLine, 'Must be one line, without characters that nobody sees')
    .nullable()
    .optional(),
  logoUrl: z.string().max(2_048).nullable().optional().describe('An https address of a picture'),
  accent: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'Must be # and six hexadecimal digits, such as #0a7d4f')
    .nullable()
    .optional()
    .describe('A colour such as #0a7d4f, that can be seen on white'),
})

/** PUT /org/branding: changes the fields that are sent; null removes a field. */
export const updateBranding = defineOperation({
  name: 'org.updateBranding',
  summary: 'Change the branding of the organization; fields that are left out stay',
  access: { by: 'session', role: 'admin' },
  http: { method: 'put', path: '/org/branding', ifMatch: true },
  input: Input,
  output: Branding.extend({ version: z.int() }),
  precheck: async ({ principal }) => assertPlanHasBranding(principal.plan),
  rules: [
    (_, { logoUrl }) => typeof logoUrl === 'string' && readLogoUrl(logoUrl),
    (_, { accent }) => typeof accent === 'string' && readAccent(accent),
  ],
  async handler(ctx, { ifMatch, name, logoUrl, accent }) {
    assertPlanHasBranding(ctx.principal.plan)
    const branding = {
      ...(name !== undefined && { name }),
      ...(logoUrl !== undefined && { logoUrl: logoUrl === null ? null : readLogoUrl(logoUrl) }),
      ...(accent !== undefined && { accent: accent === null ? null : readAccent(accent) }),
    }
    const columns = {
      ...(branding.name !== undefined && { brand_name: branding.name }),
      ...(branding.logoUrl !== undefined && { brand_logo_url: branding.logoUrl }),
      ...(branding.accent !== undefined && { brand_accent: branding.accent }),
    }
    return ctx.db.transaction(async (trx) => {
      await changeOrganization(ctx, trx, {
        action: 'org.update_branding',
        ifMatch,
        columns,
        detail: branding,
      })
      const row = await trx.organization().selectAll().executeTakeFirstOrThrow()
      return { ...toBranding(row), version: row.version }
    })
  },
})

const assertPlanHasBranding = (plan: Plan): void =>
  assertPlanReaches(plan, 'Changes of the branding', ({ branding }) => branding)

function readLogoUrl(text: string): string {
  const url = parseWebUrl(text)
  if (url?.protocol !== 'https:') {
    throw invalidField('logoUrl', 'invalid_url', 'Must be an https address')
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidField('logoUrl', 'credentials_in_url', 'Must not hold a user name or password')
  }
  return url.href
}

function readAccent(text: string): string {
  const contrast = contrastWithWhite(text)
  if (contrast < LEAST_CONTRAST) {
    const told = (Math.floor(contrast * 100) / 100).toFixed(2)
    throw invalidField(
      'accent',
      'low_contrast',
      `Must have a contrast of at least ${LEAST_CONTRAST} with white; this one has ${told}`,
    )
  }
  return text.toLowerCase()
}
