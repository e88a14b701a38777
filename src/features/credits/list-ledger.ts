import * as z from 'zod'
import { LEDGER_TYPES } from '../../domain/credits/credit-book.ts'
import { assertAllSites } from '../../kernel/door/access.ts'
import { LedgerEntry, readLedger } from './credit-ledger.ts'
import { Cursor, DefaultPageLimit } from '../../kernel/door/inputs.ts'
import { listOf } from '../../kernel/reads/list.ts'
import { defineOperation } from '../../kernel/door/operation.ts'

/** GET /credits/ledger: every change of the balance and of what is reserved, newest first. */
export const listLedger = defineOperation({
  name: 'credits.ledger',
  summary: 'The ledger of credits, newest first: grants, reservations, debits and what expired',
  effect: 'read',
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
