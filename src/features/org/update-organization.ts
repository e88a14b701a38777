import * as z from 'zod'
import { isOneLine } from '../../domain/is-one-line.ts'
import { IfMatch } from '../../kernel/door/if-match.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { changeOrganization } from './change-organization.ts'
import { describeOrganization, OrganizationProfile } from './organization.ts'
import { refuseTaken } from '../../kernel/door/errors.ts'

const Input = z.strictObject({
  ifMatch: IfMatch,
  name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine(isOneLine, 'Must be one line, without characters that nobody sees')
    .optional(),
  slug: z
    .string()
    .max(40)
    .regex(
      /^[a-z0-9]+(?:-[a-z0-9]+)+$|^[a-z0-9]{2,}$/,
      'Must be 2 to 40 small letters and digits, with single hyphens between them',
    )
    .nullable()
    .optional()
    .describe('A short name that no other organization has; null takes it away'),
})

/** PUT /org: changes the fields that are sent. */
export const updateOrganization = defineOperation({
  name: 'org.update',
  summary: 'Change the name or the slug of the organization; fields that are left out stay',
  access: { by: 'session', role: 'admin' },
  http: { method: 'put', path: '/org', ifMatch: true },
  input: Input,
  output: OrganizationProfile,
  async handler(ctx, { ifMatch, name, slug }) {
    const columns = { ...(name !== undefined && { name }), ...(slug !== undefined && { slug }) }
    const change = { action: 'org.update', ifMatch, columns, detail: columns } as const
    return ctx.db
      .transaction(async (trx) => {
        await changeOrganization(ctx, trx, change)
        return describeOrganization(trx, ctx.app.now())
      })
      .catch(refuseTaken('CONFLICT', `The slug ${slug} is taken`))
  },
})
