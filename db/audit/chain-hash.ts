import { createHash } from 'node:crypto'
import type { OwnRow } from '../tenant/own-row.ts'

/** An entry of the audit log before it has a place in the chain of its organization. */
export type NewAuditEntry = Omit<OwnRow<'audit_entry'>, 'seq' | 'hash'> & { org_id: string }

/** An entry with its place: 1 for the organization's first. */
export type PlacedAuditEntry = NewAuditEntry & { seq: number }

/** Stands before the first entry. */
export const CHAIN_START = Buffer.alloc(32)

/**
 * SHA-256 of the hash before and the entry as JSON, its columns in the order of the alphabet: whoever changes an entry,
 * takes one out or puts one in changes all hashes from there on.
 * @NOTE stored hashes are of this form for good; another form would have to keep them apart by `seq`.
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
