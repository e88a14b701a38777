import * as z from 'zod'
import { assertAllSites, hasAnyScope } from '../../kernel/door/access.ts'
import { COMPACT_SCHEMAS } from '../../kernel/reads/compact-schema.ts'
import { readLedger } from '../credits/face.ts'
import { CreditSummary, readCredits } from '../../kernel/plan/credits.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { Cursor, DefaultPageLimit } from '../../kernel/door/inputs.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import type { Scope } from '../../kernel/door/scopes.ts'
import { Account, readAccount } from './read-account.ts'
import { Table } from '../../kernel/reads/table.ts'

/** The scope that each part of the answer requires. */
const SCOPE_OF = { org: 'org:read', credits: 'credits:read', ledger: 'credits:read' } as const
const SECTIONS = ['org', 'credits', 'ledger'] as const satisfies readonly (keyof typeof SCOPE_OF)[]
type Section = (typeof SECTIONS)[number]

const LEDGER_COLUMNS = ['at', 'type', 'amount', 'balanceAfter', 'reason', 'ref']

/** The option for brief schemas, since the answer itself shows the fields. */
const BRIEFLY = { isBrief: true } as const

const Input = z.strictObject({
  sections: z
    .array(z.enum(SECTIONS))
    .min(1)
    .default(['org', 'credits'])
    .describe('org: plan, limits, seats; credits: balance; ledger: its changes, newest first'),
  limit: DefaultPageLimit,
  cursor: Cursor,
})

const Output = Account.partial().extend({
  credits: z.object(CreditSummary.shape).register(COMPACT_SCHEMAS, BRIEFLY).optional(),
  ledger: Table.pick({ columns: true, rows: true, nextCursor: true })
    .register(COMPACT_SCHEMAS, BRIEFLY)
    .optional(),
  withheld: z.array(z.string()).optional(),
  untrusted: z.array(z.string()),
})

/**
 * Returns the account to assistants. The name of the organization is fenced, since its people choose it. Parts for
 * which the key lacks a scope are left out, and listed in `withheld`.
 */
export const getAccount = defineOperation({
  name: 'org.account',
  summary: 'The organization with its plan, seats, limits, usage and credits',
  access: { by: 'scope', anyOf: ['org:read', 'credits:read'], withoutWords: true },
  input: Input,
  output: Output,
  rules: [(_, { sections, cursor }) => assertCursor(sections, cursor)],
  async handler(ctx, { sections, limit, cursor }) {
    const { app, db, principal } = ctx
    const mayRead = (scope: Scope): boolean => hasAnyScope(principal, [scope])
    const shown = new Set<Section>(sections.filter((section) => mayRead(SCOPE_OF[section])))
    const withheld = [...new Set(sections)]
      .filter((section) => !shown.has(section))
      .map((section) => `${section}: needs ${SCOPE_OF[section]}`)
    assertCursor(sections, cursor)
    return {
      ...(shown.has('org') && (await readAccount(db, app.now())).account),
      ...(shown.has('credits') && { credits: await readCredits(app, db) }),
      ...(shown.has('ledger') && { ledger: await ledgerTable(ctx, { limit, cursor }) }),
      ...(withheld.length > 0 && { withheld }),
      untrusted: shown.has('org') ? ['name'] : [],
    }
  },
})

function assertCursor(sections: readonly Section[], cursor: string | undefined): void {
  if (cursor !== undefined && !sections.includes('ledger')) {
    throw invalidField('cursor', 'illegal_pair', 'cursor needs ledger among sections')
  }
}

async function ledgerTable(
  { app, db, principal }: OrgContext,
  page: { limit: number; cursor: string | undefined },
) {
  assertAllSites(principal, 'the ledger names work on all of them')
  const { items, nextCursor } = await readLedger(app, db, page)
  const rows = items.map(({ at, type, amount, balanceAfter, reason, ref }) => [
    at,
    type,
    amount,
    balanceAfter,
    reason,
    ref?.id ?? null,
  ])
  return { columns: LEDGER_COLUMNS, rows, nextCursor }
}
