import * as z from 'zod'
import { personOf } from '../identity/face.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import type { Role } from '../../kernel/door/principal.ts'
import { defineList } from '../../kernel/reads/define-list.ts'
import { narrowGrant } from '../../kernel/rights/rights-of-role.ts'
import { changeGrant } from './change-grant.ts'
import { GrantRights } from './grant-input.ts'
import { listIn } from './key.ts'
import { findOwnGrant, OwnGrant, showGrant, showGrants } from './own-grant.ts'

/**
 * GET /auth/grants: lists the grants of assistants that the caller connected here, the latest first, without those that
 * have ended.
 */
export const listGrants = defineList({
  name: 'auth.listGrants',
  summary: 'The assistants that the caller connected to this organization, the latest first',
  access: { by: 'session', role: 'viewer' },
  path: '/auth/grants',
  fields: {},
  boundTo: ({ ctx: { principal } }) => ({ userId: personOf(principal).userId }),
  async read({ ctx: { app, db, principal } }, _, { after, limit }) {
    let query = db.keys
      .liveGrants(app.now())
      .selectAll()
      .where('created_by', '=', personOf(principal).userId)
      .orderBy('id', 'desc')
      .limit(limit)
    if (after) query = query.where('id', '<', String(after[0]))
    return { rows: await showGrants(db, await query.execute(), app.now()) }
  },
  key: ({ id }) => [id],
  item: OwnGrant,
  toItem: (grant) => grant,
})

/** PUT /auth/grants/:id: lets a person widen or narrow what they granted, without connecting the assistant again. */
export const updateGrant = defineOperation({
  name: 'auth.updateGrant',
  summary: 'Change what an assistant of the caller may read, from its next call on',
  access: { by: 'session', role: 'viewer' },
  http: { method: 'put', path: '/auth/grants/:id' },
  input: z.strictObject({ id: PathId, ...GrantRights.shape }),
  output: OwnGrant,
  async handler(ctx, { id, ...wanted }) {
    const { app, db, principal } = ctx
    const { userId, role } = personOf(principal)
    return db.transaction(async (trx) => {
      const row = await findOwnGrant(trx, userId, id)
      await changeGrant(ctx, trx, { row, wanted }, ({ scopes }, wider) => {
        if (wider.includes('scopes')) assertGrantable(scopes, listIn(row.asked) ?? [], role)
      })
      return showGrant(trx, await findOwnGrant(trx, userId, id), app.now())
    })
  },
})

/**
 * DELETE /auth/grants/:id: ends a grant, so that the assistant reads nothing from its next call on. Ending it again
 * changes nothing.
 */
export const endGrant = defineOperation({
  name: 'auth.endGrant',
  summary: 'Disconnect an assistant of the caller at once',
  access: { by: 'session', role: 'viewer' },
  http: { method: 'delete', path: '/auth/grants/:id' },
  input: z.strictObject({ id: PathId }),
  output: z.object({}),
  async handler(ctx, { id }) {
    const { userId } = personOf(ctx.principal)
    await ctx.db.transaction(async (trx) => {
      const row = await findOwnGrant(trx, userId, id)
      if (row.revoked_at !== null) return
      await trx.keys.revoke(id, ctx.app.now())
      await auditCall(ctx, trx, 'key.revoke', id)
    })
    return {}
  },
})

/**
 * Throws VALIDATION_FAILED for scopes that the assistant did not ask for, or that the role of the person may not read.
 */
function assertGrantable(scopes: readonly string[], asked: readonly string[], role: Role): void {
  const unasked = scopes.find((scope) => !asked.includes(scope))
  if (unasked !== undefined) {
    throw invalidField(
      'scopes',
      'not_asked',
      `The assistant did not ask for ${unasked}; connect it again, so that it can`,
    )
  }
  const held = narrowGrant(scopes, role)
  const unread = scopes.find((scope) => !held.includes(scope))
  if (unread !== undefined) {
    throw invalidField('scopes', 'not_held', `The role ${role} has no ${unread}`)
  }
}
