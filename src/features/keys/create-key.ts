import * as z from 'zod'
import { defineOperation } from '../../kernel/door/operation.ts'
import { actorOf } from '../../kernel/door/principal.ts'
import { assertPlanHasKeys, issueKey } from './issue-key.ts'
import { KeyExpiry, KeyName, KeyNetworks, KeyScopes, KeySites, readExpiry } from './key-input.ts'
import { ApiKey, showKey } from './key.ts'

/** POST /keys (contract 4.2): makes a key. Its plaintext is `key` of this one answer, and can never be read again. */
export const createKey = defineOperation({
  name: 'keys.create',
  summary: 'Create a scoped API key; the answer holds its plaintext once',
  access: { by: 'session', role: 'admin' },
  http: { method: 'post', path: '/keys', status: 201, revealsSecret: 'key' },
  input: z.strictObject({
    scopes: KeyScopes,
    name: KeyName.default('API key'),
    expiresAt: KeyExpiry.describe('When it stops working'),
    siteIds: KeySites,
    allowedIps: KeyNetworks,
  }),
  output: ApiKey.extend({ key: z.string() }),
  rules: [({ app }, { expiresAt }) => readExpiry(expiresAt, app.now())],
  precheck: async ({ principal }) => assertPlanHasKeys(principal.plan),
  async handler({ app, caller, db, principal }, { scopes, name, expiresAt, ...narrowing }) {
    const now = app.now()
    const { row, token } = await issueKey(db, {
      name,
      scopes: [...new Set(scopes)],
      expiresAt: readExpiry(expiresAt, now),
      ...narrowing,
      plan: principal.plan,
      actor: actorOf(principal),
      requestId: caller.requestId,
      now,
    })
    return { ...(await showKey(db, row, now)), key: token }
  },
})
