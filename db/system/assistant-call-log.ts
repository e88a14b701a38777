import { sql } from 'kysely'
import { valueRows, type ListedRow } from '../forms.ts'
import { stepTransaction } from '../step-transaction.ts'
import { SystemStore } from './system-store.ts'

/**
 * A call of a tool by an assistant that has been answered. None of its fields holds text of a caller, of a visitor or
 * of a page.
 */
export interface FinishedCall {
  orgId: string
  /** The time when the call ended, in epoch milliseconds. */
  atMs: number
  keyId: string | null
  /** The number of the site; null for a call about no site, or about several. */
  siteNum: number | null
  server: string
  tool: string
  client: string
  outcome: string
  durationUs: number
  /** The number of rows of a table in the answer; null for any other answer. */
  rows: number | null
  /** The size of the result in bytes, as JSON. */
  bytes: number
}

/**
 * Stores the calls of assistants.
 * @NOTE the rows of many organizations in one transaction, each with its own; it returns none of them.
 */
export class AssistantCallLog extends SystemStore {
  /** Stores calls in their order, without waiting for the disk. Calls of a deleted organization are left out. */
  async insert(calls: readonly FinishedCall[]): Promise<void> {
    const listed = valueRows('listed', COLUMNS, calls.map(toRow))
    await stepTransaction(this.db, (trx) =>
      sql`INSERT INTO assistant_call (org_id, at, key_id, site_num, server, tool, client, outcome,
          duration_us, answer_rows, answer_bytes)
        SELECT organization.id, listed.at, listed.key_id, site.num, listed.server, listed.tool, listed.client,
          listed.outcome, listed.duration_us, listed.answer_rows, listed.answer_bytes
        FROM ${listed}
        JOIN organization ON organization.id = listed.org_id
        LEFT JOIN site ON site.num = listed.site_num
        ORDER BY listed.place`.execute(trx),
    )
  }
}

const COLUMNS = {
  place: 'integer',
  org_id: 'text',
  at: 'integer',
  key_id: 'text',
  site_num: 'integer',
  server: 'text',
  tool: 'text',
  client: 'text',
  outcome: 'text',
  duration_us: 'integer',
  answer_rows: 'integer',
  answer_bytes: 'integer',
} as const

const toRow = (call: FinishedCall, place: number): ListedRow => [
  place,
  call.orgId,
  call.atMs,
  call.keyId,
  call.siteNum,
  call.server,
  call.tool,
  call.client,
  call.outcome,
  call.durationUs,
  call.rows,
  call.bytes,
]
