import type * as z from 'zod'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { assertOwnSites, existingSites } from '../sites/face.ts'
import type { GrantRights } from './grant-input.ts'
import { type KeyRow, listIn, statusOf } from './key.ts'

/** The rights of a grant; its list of sites has only those that still exist. */
export interface HeldRights {
  scopes: readonly string[]
  siteIds: readonly string[] | null
  readersWords: boolean
}

type WantedRights = z.output<typeof GrantRights>

export const hasRights = (wanted: WantedRights): boolean =>
  Object.values(wanted).some((right) => right !== undefined)

/**
 * Changes the rights of a grant from the next call on; links to files that it made while it could do more stop working.
 * `assertMay` is called with the fields in which the grant gains rights, and throws where the caller may not give them.
 * Throws NOT_FOUND for a site that the organization does not have, and CONFLICT for a grant that has ended.
 */
export async function changeGrant(
  ctx: OrgContext,
  trx: TenantDb,
  { row, wanted }: { row: KeyRow; wanted: WantedRights },
  assertMay: (after: HeldRights, wider: readonly (keyof HeldRights)[]) => void,
): Promise<void> {
  const now = ctx.app.now()
  await assertOwnSites(trx, wanted.siteIds ?? [])
  const before = await rightsOf(trx, row)
  const after = {
    scopes: wanted.scopes ? [...new Set(wanted.scopes)] : before.scopes,
    siteIds: wanted.siteIds === undefined ? before.siteIds : uniqueOrNull(wanted.siteIds),
    readersWords: wanted.readersWords ?? before.readersWords,
  }
  const wider = gained(before, after)
  const narrower = gained(after, before)
  if (wider.length + narrower.length === 0) return
  const status = statusOf(row, now)
  if (status !== 'active') {
    throw new ServiceError('CONFLICT', `This grant is ${status}: connect the assistant again`)
  }
  assertMay(after, wider)
  const { scopes, siteIds, readersWords } = after
  await trx.keys
    .update(row.id)
    .set({
      scopes: JSON.stringify(scopes),
      site_ids: siteIds === null ? null : JSON.stringify(siteIds),
      words: readersWords ? 1 : 0,
      ...(narrower.length > 0 && { narrowed_at: now }),
    })
    .execute()
  const changed = new Set<string>([...wider, ...narrower])
  const told = (rights: HeldRights) =>
    Object.fromEntries(Object.entries(rights).filter(([field]) => changed.has(field)))
  await auditCall(ctx, trx, 'key.update', row.id, { before: told(before), after: told(after) })
}

async function rightsOf(trx: TenantDb, row: KeyRow): Promise<HeldRights> {
  const siteIds = listIn(row.site_ids)
  const existing = await existingSites(trx, siteIds ?? [])
  return {
    scopes: listIn(row.scopes) ?? [],
    siteIds: siteIds?.filter((id) => existing.has(id)) ?? null,
    readersWords: row.words === 1,
  }
}

const uniqueOrNull = (list: readonly string[] | null): string[] | null => list && [...new Set(list)]

/** Returns the fields in which the second rights allow more than the first. */
function gained(first: HeldRights, second: HeldRights): (keyof HeldRights)[] {
  const more = {
    scopes: lacks(first.scopes, second.scopes),
    siteIds: first.siteIds !== null && lacks(first.siteIds, second.siteIds),
    readersWords: second.readersWords && !first.readersWords,
  }
  // @NOTE Object.keys loses the type of the keys; the object is the literal above.
  return (Object.keys(more) as (keyof typeof more)[]).filter((field) => more[field])
}

const lacks = (list: readonly string[], other: readonly string[] | null): boolean =>
  other === null || other.some((one) => !list.includes(one))
