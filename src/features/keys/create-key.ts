import * as z from 'zod'
import { invalidField } from '../../kernel/errors.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { actorOf } from '../../kernel/principal.ts'
import { assertPlanHasKeys, issueKey } from './issue-key.ts'
import { ApiKey, KeyScopes, toApiKey } from './key.ts'

/** POST /keys (contract 4.2). `key` is the plaintext, in this one answer and never again. */
export const createKey = defineOperation({
  name: 'keys.create',
  summary: 'Create a scoped API key; the answer holds its plaintext once',
  effect: 'write',
  access: { by: 'session', role: 'admin' },
  http: { surface: 'api', method: 'post', path: '/keys', status: 201, revealsSecret: 'key' },
  input: z.strictObject({
    scopes: KeyScopes,
    name: z.string().trim().min(1).max(100).default('API key').describe('To tell keys apart'),
    expiresAt: z.iso.datetime({ offset: true }).optional().describe('When it stops working'),
  }),
  output: ApiKey.extend({ key: z.string() }),
  precheck: async ({ principal }) => assertPlanHasKeys(principal.plan),
  async handler({ app, caller, db, principal }, { scopes, name, expiresAt }) {
    const now = app.now()
    const expiry = expiresAt === undefined ? null : Date.parse(expiresAt)
    if (expiry !== null && expiry <= now) {
      throw invalidField('expiresAt', 'in_the_past', 'Must be in the future')
    }
    const { row, token } = await issueKey(db, {
      name,
      scopes: [...new Set(scopes)],
      expiresAt: expiry,
      plan: principal.plan,
      actor: actorOf(principal),
      requestId: caller.requestId,
      now,
    })
    return { ...toApiKey(row, now), key: token }
  },
})
