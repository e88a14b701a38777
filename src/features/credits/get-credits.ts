import * as z from 'zod'
import { CreditSummary, readCredits } from '../../kernel/plan/credits.ts'
import { defineOperation } from '../../kernel/door/operation.ts'

/** GET /credits: returns the credits of the whole organization, also to a key that is narrowed to some sites. */
export const getCredits = defineOperation({
  name: 'credits.get',
  summary: 'The balance of credits, what is reserved of it, and what is granted when',
  access: { by: 'scope', anyOf: ['credits:read'] },
  http: { method: 'get', path: '/credits' },
  input: z.strictObject({}),
  output: CreditSummary,
  handler: ({ app, db }) => readCredits(app, db),
})
