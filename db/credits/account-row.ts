import type { Selectable } from 'kysely'
import type { CreditAccount } from '../../src/domain/credits/credit-book.ts'
import type { Tables } from '../tables/schema.ts'

export type CreditRow = Selectable<Tables['credit_account']>

export const accountOf = (row: CreditRow): CreditAccount => ({
  balance: row.balance,
  reserved: row.reserved,
  grantLeft: row.grant_left,
  granted: row.granted,
  used: row.used,
  anchorMs: row.anchor_at,
  periodStartMs: row.period_start,
  periodEndMs: row.period_end,
  isLow: row.is_low === 1,
  isDepleted: row.is_depleted === 1,
})

export const columnsOf = (account: CreditAccount) => ({
  balance: account.balance,
  reserved: account.reserved,
  grant_left: account.grantLeft,
  granted: account.granted,
  used: account.used,
  anchor_at: account.anchorMs,
  period_start: account.periodStartMs,
  period_end: account.periodEndMs,
  is_low: account.isLow ? 1 : 0,
  is_depleted: account.isDepleted ? 1 : 0,
})
