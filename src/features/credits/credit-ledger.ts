import * as z from 'zod'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { LEDGER_TYPES, type LedgerType } from '../../domain/credits/credit-book.ts'
import { iso } from '../../lib/time/clock.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { readCredits } from '../../kernel/plan/credits.ts'
import { listPage, readListPage } from '../../kernel/reads/paging.ts'
import { assertAllSites } from '../../kernel/door/access.ts'
import { Cursor, DefaultPageLimit } from '../../kernel/door/inputs.ts'
import { listOf } from '../../kernel/reads/list.ts'
import { defineOperation } from '../../kernel/door/operation.ts'

/** One change of the balance of credits, or of the reserved part of the balance. */
export const LedgerEntry = z
  .object({
    id: z.string(),
    at: z.string(),
    type: z.enum(LEDGER_TYPES),
    amount: z.int().describe('Adds to the balance; below zero for what was spent'),
    reservedDelta: z.int().describe('Adds to what is reserved'),
    balanceAfter: z.int(),
    cost: z.int().describe('Of the work by the price list, also where nothing was charged'),
    reason: z.string().describe('Such as scan, prompt_llm, plan or manual'),
    ref: z
      .object({ type: z.string(), id: z.string() })
      .nullable()
      .describe('What it is for, such as a scan with its id'),
    actor: z.object({ type: z.string(), id: z.string() }),
    note: z.string().nullable(),
  })
  .meta({ id: 'CreditLedgerEntry' })
type LedgerEntry = z.output<typeof LedgerEntry>

interface Wanted {
  type?: LedgerType | undefined
  limit: number
  cursor?: string | undefined
}

/** Reads one page of the ledger, newest first. Throws VALIDATION_FAILED for a cursor of another list. */
export async function readLedger(
  app: AppContext,
  db: TenantDb,
  { type, ...sizes }: Wanted,
): Promise<{ items: LedgerEntry[]; nextCursor: string | null }> {
  const page = listPage(app, `credits.ledger ${db.orgId}`, { type }, sizes)
  return readListPage(
    page,
    async ({ after, limit }) => {
      // The grant of a month that has just begun belongs to the list.
      await readCredits(app, db)
      return db.credits.ledger({ type, beforeSeq: after && Number(after[0]) }, limit)
    },
    { key: ({ seq }) => [seq], toItem: toLedgerEntry },
  )
}

type LedgerRow = Awaited<ReturnType<TenantDb['credits']['ledger']>>[number]

const toLedgerEntry = (row: LedgerRow): LedgerEntry => ({
  id: row.id,
  at: iso(row.at),
  // @NOTE the column is written by us alone, from the same list; the schema checks it once more.
  type: row.type as LedgerType,
  amount: row.amount,
  reservedDelta: row.reserved_delta,
  balanceAfter: row.balance_after,
  cost: row.cost,
  reason: row.reason,
  ref: row.ref_type === null || row.ref_id === null ? null : { type: row.ref_type, id: row.ref_id },
  actor: { type: row.actor_type, id: row.actor_id },
  note: row.note,
})

/** GET /credits/ledger: lists every change of the balance and of the reserved credits, newest first. */
export const listLedger = defineOperation({
  name: 'credits.ledger',
  summary: 'The ledger of credits, newest first: grants, reservations, debits and what expired',
  access: { by: 'scope', anyOf: ['credits:read'] },
  http: { method: 'get', path: '/credits/ledger' },
  input: z.strictObject({
    type: z.enum(LEDGER_TYPES).optional().describe('Only entries of this type'),
    limit: DefaultPageLimit,
    cursor: Cursor,
  }),
  output: listOf(LedgerEntry),
  handler({ app, db, principal }, wanted) {
    assertAllSites(principal, 'the ledger names work on all of them')
    return readLedger(app, db, wanted)
  },
})
