import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Tables } from '../tables/schema.ts'

/**
 * An entry of the audit log with its place in the chain of its organization, 1 for the first: all that its hash is made
 * of.
 */
export type PlacedAuditEntry = Omit<Selectable<Tables['audit_entry']>, 'hash'>

/** The bytes that stand for the hash before the first entry of an organization. */
export const CHAIN_START = Buffer.alloc(32)

/**
 * Returns the SHA-256 of the hash before and of the entry as JSON, with its columns in alphabetical order. A change, a
 * removal or an insertion of an entry therefore changes all hashes from there on.
 * @NOTE stored hashes keep this form for good; another form would have to tell them apart by `seq`.
 */
export function chainHash(before: Uint8Array, entry: PlacedAuditEntry): Buffer {
  const { action, actor_id, actor_type, at, detail, id, org_id } = entry
  const { request_id, seq, target_id, target_type } = entry
  const canonical = JSON.stringify({
    action,
    actor_id,
    actor_type,
    at,
    detail,
    id,
    org_id,
    request_id,
    seq,
    target_id,
    target_type,
  })
  return createHash('sha256').update(before).update(canonical).digest()
}
