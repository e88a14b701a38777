import * as z from 'zod'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { ApiKey, showKey, findKey } from './key.ts'

/** GET /keys/:id: returns one key or grant as the list shows it, also after it was revoked. */
export const getKey = defineOperation({
  name: 'keys.get',
  summary: 'One API key, masked, or the grant of an assistant',
  access: { by: 'session', role: 'admin' },
  http: { method: 'get', path: '/keys/:id' },
  input: z.strictObject({ id: PathId }),
  output: ApiKey,
  handler: async ({ app, db }, { id }) => showKey(db, await findKey(db, id), app.now()),
})
