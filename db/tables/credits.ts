/** The credits of an organization; it has a row from the first use of credits on. */
interface CreditAccountTable {
  org_id: string
  balance: number
  reserved: number
  /** The part of the balance that expires with the present period. */
  grant_left: number
  /** The sum of the present period's grant. */
  granted: number
  /** The credits that were spent in the present period. */
  used: number
  /** The time of the month at which periods begin, given as one such instant in epoch milliseconds. */
  anchor_at: number
  /** The beginning and the end of the present period; both are 0 before the first one. */
  period_start: number
  period_end: number
  /** 1 from the event `credits.low` on, until the balance is at its threshold again. */
  is_low: number
  /** 1 from the event `credits.depleted` on, until the balance is at the threshold of `credits.low` again. */
  is_depleted: number
  /** The last number in the organization's ledger. */
  seq: number
  updated_at: number
}

/** Credits that are set aside for work under way. */
interface CreditReservationTable {
  org_id: string
  ref_type: string
  ref_id: string
  amount: number
  /**
   * The time when the reservation is given back, for work that a crash would leave unsettled; null where the end of the
   * work always settles it.
   */
  lapses_at: number | null
}

/**
 * An entry of the ledger, which is append-only; triggers refuse changes. The sums of `amount` and `reserved_delta` are
 * the numbers of the account.
 */
interface CreditLedgerTable {
  org_id: string
  /** The place of the entry in the organization's ledger, from 1 on and without gaps. */
  seq: number
  id: string
  type: string
  amount: number
  reserved_delta: number
  balance_after: number
  /** The price of the work, whether it was charged or not. */
  cost: number
  /** The reason: `citation_check`, `scan`, `prompt_llm`, `score`, `manual` or `plan`. */
  reason: string
  ref_type: string | null
  ref_id: string | null
  /** A key that no other entry of the organization has, so that nothing counts twice. */
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
