import * as z from 'zod'
import { CreditSummary, readCredits } from '../../kernel/plan/credits.ts'
import { defineOperation } from '../../kernel/door/operation.ts'

/** GET /credits: of the whole organization, whatever sites a key is narrowed to. */
export const getCredits = defineOperation({
  name: 'credits.get',
  summary: 'The balance of credits, what is reserved of it, and what is granted when',
  access: { by: 'scope', anyOf: ['credits:read'] },
  http: { method: 'get', path: '/credits' },
  input: z.strictObject({}),
  output: CreditSummary,
  handler: ({ app, db }) => readCredits(app, db),
})
