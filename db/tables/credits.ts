/** The credits of an organization; it has a row from its first use of them on. */
interface CreditAccountTable {
  org_id: string
  balance: number
  reserved: number
  /** The part of the balance that expires with the period. */
  grant_left: number
  /** The sum of the period's grant. */
  granted: number
  /** Credits that were spent in the period. */
  used: number
  /** Periods begin each month on its day and at its time. */
  anchor_at: number
  /** Both are 0 before the first period. */
  period_start: number
  period_end: number
  /** 1 from `credits.low` until the balance is at its threshold again. */
  is_low: number
  /** 1 from `credits.depleted` until the balance is at the threshold of `credits.low` again. */
  is_depleted: number
  /** The last number in the ledger. */
  seq: number
  updated_at: number
}

/** Credits that work under way has taken for itself. */
interface CreditReservationTable {
  org_id: string
  ref_type: string
  ref_id: string
  amount: number
  /** When it is given back, for work that a crash would leave unsettled; null where its end always settles it. */
  lapses_at: number | null
}

/** Append-only; triggers refuse changes. The sums of `amount` and `reserved_delta` are the numbers of the account. */
interface CreditLedgerTable {
  org_id: string
  /** The place in the organization's ledger, from 1 on and without gaps. */
  seq: number
  id: string
  type: string
  amount: number
  reserved_delta: number
  balance_after: number
  /** The price of the work, whether it was charged or not. */
  cost: number
  /** `citation_check`, `scan`, `prompt_llm`, `score`, `manual` or `plan`. */
  reason: string
  ref_type: string | null
  ref_id: string | null
  /** No other entry of the organization has it, so that nothing counts twice. */
  idempotency_key: string
  actor_type: string
  actor_id: string
  at: number
  note: string | null
}

export interface CreditTables {
  credit_account: CreditAccountTable
  credit_reservation: CreditReservationTable
  credit_ledger: CreditLedgerTable
}
