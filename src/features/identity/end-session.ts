import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { personOf } from './session.ts'

/** DELETE /auth/session: signs out; the token stops working at once. */
export const signOut = defineOperation({
  name: 'auth.signOut',
  summary: 'Sign out: end the session that is sent along',
  access: { by: 'session', role: 'viewer' },
  http: { method: 'delete', path: '/auth/session', cookie: 'clear' },
  input: z.strictObject({}),
  output: z.object({}),
  handler: (ctx) => end(ctx, personOf(ctx.principal).sessionId),
})

/** DELETE /auth/sessions/:id: ends one of the caller's sessions, such as that of a lost device. */
export const endSession = defineOperation({
  name: 'auth.endSession',
  summary: 'End one of the caller’s sessions',
  access: { by: 'session', role: 'viewer' },
  http: { method: 'delete', path: '/auth/sessions/:id' },
  input: z.strictObject({ id: PathId }),
  output: z.object({}),
  handler: (ctx, { id }) => end(ctx, id),
})

async function end(ctx: OrgContext, id: string) {
  const { userId } = personOf(ctx.principal)
  await ctx.db.transaction(async (trx) => {
    const { numDeletedRows } = await trx.sessions.end(userId, id).executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw notFound('session')
    await auditCall(ctx, trx, 'session.end', id)
  })
  return {}
}
