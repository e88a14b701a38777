import * as z from 'zod'
import { isOneLine } from '../../domain/is-one-line.ts'
import { IfMatch } from '../../kernel/door/if-match.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { assistantColumns, AssistantsChange, endDisallowedGrants } from './assistants.ts'
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
  assistants: AssistantsChange.optional().describe(
    'Who may connect assistants, and which; grants that this allows no longer end at once',
  ),
})

/** PUT /org: changes the fields of the organization that are sent. */
export const updateOrganization = defineOperation({
  name: 'org.update',
  summary:
    'Change the name or the slug of the organization, or who may connect assistants; fields that are left out stay',
  access: { by: 'session', role: 'admin' },
  http: { method: 'put', path: '/org', ifMatch: true },
  input: Input,
  output: OrganizationProfile.extend({
    grantsEnded: z
      .int()
      .optional()
      .describe('Grants of assistants that ended with this change, where it says who may connect'),
  }),
  async handler(ctx, { ifMatch, name, slug, assistants }) {
    const named = { ...(name !== undefined && { name }), ...(slug !== undefined && { slug }) }
    const columns = { ...named, ...(assistants && assistantColumns(assistants)) }
    const detail = { ...named, ...(assistants && { assistants }) }
    return ctx.db
      .transaction(async (trx) => {
        await changeOrganization(ctx, trx, { action: 'org.update', ifMatch, columns, detail })
        const grantsEnded = assistants && (await endDisallowedGrants(ctx, trx))
        const profile = await describeOrganization(trx, ctx.app.now())
        return grantsEnded === undefined ? profile : { ...profile, grantsEnded }
      })
      .catch(refuseTaken('CONFLICT', `The slug ${slug} is taken`))
  },
})
