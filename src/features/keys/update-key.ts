import * as z from 'zod'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { changeGrant, hasRights } from './change-grant.ts'
import { GrantRights } from './grant-input.ts'
import { KeyName } from './key-input.ts'
import { ApiKey, showKey, findKey, type KeyRow } from './key.ts'

/**
 * PUT /keys/:id: renames a key, or renames and narrows a grant. The rights of a key are fixed when it is made; the
 * rights of a grant are the choice of its person, from which an admin can take away.
 */
export const updateKey = defineOperation({
  name: 'keys.update',
  summary: 'Rename an API key, or rename and narrow the grant of an assistant',
  access: { by: 'session', role: 'admin' },
  http: { method: 'put', path: '/keys/:id' },
  input: z.strictObject({ id: PathId, name: KeyName.optional(), ...GrantRights.shape }),
  output: ApiKey,
  rules: [
    ({ db }, { id, scopes, siteIds, readersWords }) =>
      assertSettled(db, id, { scopes, siteIds, readersWords }),
  ],
  async handler(ctx, { id, name, ...wanted }) {
    const { app, db } = ctx
    await db.transaction(async (trx) => {
      const row = await findKey(trx, id)
      if (hasRights(wanted)) {
        await assertSettled(trx, id, wanted)
        await changeGrant(ctx, trx, { row, wanted }, (_, wider) => {
          if (wider.length > 0) throw tooWide(wider)
        })
      }
      await rename(ctx, trx, row, name)
    })
    return showKey(db, await findKey(db, id), app.now())
  },
})

async function rename(ctx: OrgContext, trx: TenantDb, row: KeyRow, name = row.name): Promise<void> {
  if (row.name === name) return
  await trx.keys.update(row.id).set({ name }).execute()
  await auditCall(ctx, trx, 'key.update', row.id, { before: { name: row.name }, after: { name } })
}

/** Throws where other rights are sent for a key, whose rights are fixed; for a grant they are allowed. */
async function assertSettled(
  db: TenantDb,
  id: string,
  wanted: z.output<typeof GrantRights>,
): Promise<void> {
  if (!hasRights(wanted)) return
  const key = db.keys.query().select('kind').where('id', '=', id)
  const row = await key.executeTakeFirst()
  if (row?.kind === 'static') throw settled(wanted)
}

const settled = (wanted: z.output<typeof GrantRights>): ServiceError =>
  refusal(
    Object.entries(wanted).flatMap(([field, right]) => (right === undefined ? [] : [field])),
    'settled',
    'What a key may do is settled when it is made: make another one for other rights',
  )

const tooWide = (fields: readonly string[]): ServiceError =>
  refusal(
    fields,
    'too_wide',
    'An admin can only narrow a grant; only its person can widen it, with PUT /auth/grants/:id',
  )

const refusal = (fields: readonly string[], code: string, message: string): ServiceError =>
  new ServiceError('VALIDATION_FAILED', message, {
    fields: fields.map((path) => ({ path, code, message })),
  })
