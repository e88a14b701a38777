import { setImmediate as nextTurn } from 'node:timers/promises'
import { chainHash, CHAIN_START } from '../../../db/audit/chain-hash.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'

/** The number of entries that are in memory at once. */
const STEP_ROWS = 1_000

/** The length and the last hash of a log at some moment, as the daily log line reports them. */
export interface AuditHead {
  entries: number
  hash: string
}

interface AuditVerdict {
  /** The number of the last entry that is as it was written, counted from the beginning of the log. */
  entries: number
  /** The hash of that entry, in hexadecimal. */
  head: string
  /** The first entry that is not as it was written; undefined for a whole log. */
  broken?: { number: number; id: string | null; reason: string }
}

interface Wanted {
  /**
   * The length and last hash of the log that were noted earlier; without them, a log whose last entries are gone looks
   * whole.
   */
  noted?: AuditHead | undefined
  /** The number of the entry after which the check begins, whose hash is taken to be right; 0 for the whole log. */
  after?: number
}

/**
 * Recomputes the chain of hashes of an organization's log, in steps, so that others are answered in between, and
 * returns how far it is as it was written.
 */
export async function verifyAudit(
  db: TenantDb,
  { noted, after = 0 }: Wanted = {},
): Promise<AuditVerdict> {
  let hash = await hashAt(db, after)
  let entries = after
  const verdict = (reason?: string, id: string | null = null): AuditVerdict => ({
    entries,
    head: hash.toString('hex'),
    ...(reason !== undefined && { broken: { number: entries + 1, id, reason } }),
  })
  for (;;) {
    const rows = await db.audit.chain(entries, STEP_ROWS)
    for (const { hash: stored, ...row } of rows) {
      if (row.seq !== entries + 1) return verdict('it is missing')
      const wanted = chainHash(hash, row)
      if (!wanted.equals(stored)) return verdict('it was changed, or one before it', row.id)
      hash = wanted
      entries = row.seq
      if (noted?.entries === entries && noted.hash !== hash.toString('hex')) {
        return { ...verdict(), broken: { number: entries, id: row.id, reason: OTHER_HEAD } }
      }
    }
    if (rows.length < STEP_ROWS) break
    await nextTurn()
  }
  return isCutOff(entries, noted) ? verdict('it is missing, and was noted') : verdict()
}

const isCutOff = (entries: number, noted: AuditHead | undefined): boolean =>
  noted !== undefined && noted.entries > entries

async function hashAt(db: TenantDb, seq: number): Promise<Buffer> {
  const [entry] = seq === 0 ? [] : await db.audit.chain(seq - 1, 1)
  return entry?.seq === seq ? entry.hash : CHAIN_START
}

const OTHER_HEAD = 'it has another hash than was noted'
