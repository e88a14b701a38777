import { DAY_MS } from '../../lib/time/clock.ts'
import { creditPeriodAt } from './credit-period.ts'
import { lowThresholdOf } from './credit-terms.ts'

/** Kinds of entries in the ledger. */
export const LEDGER_TYPES = [
  'grant',
  'purchase',
  'refund',
  'reserve',
  'release',
  'debit',
  'expire',
  'adjustment',
] as const
export type LedgerType = (typeof LEDGER_TYPES)[number]

/** The credits of an organization. */
export interface CreditAccount {
  balance: number
  /** The part of the balance that work under way has reserved. */
  reserved: number
  /** The part of the balance that came with the monthly grant and expires with the period. */
  grantLeft: number
  /** Credits that this period's grant has added so far. */
  granted: number
  /** Credits that were spent in this period, or would have been where the plan has no limit. */
  used: number
  /** The instant by whose day of the month and time of day periods begin, epoch ms. */
  anchorMs: number
  /** The first instant of the period, and the first one after it, epoch ms; both are 0 before the first period. */
  periodStartMs: number
  periodEndMs: number
  /** True from the event `credits.low` until the balance reaches its threshold again. */
  isLow: boolean
  isDepleted: boolean
}

/** The entry that one change adds to the ledger. */
export interface LedgerDraft {
  type: LedgerType
  /** The credits that the change adds to the balance; negative where it takes some away. */
  amount: number
  /** The credits that the change adds to those reserved; negative where it takes some away. */
  reservedDelta: number
  /** The price of the work, whether it was charged or not. */
  cost: number
  /** The balance after the change. */
  balanceAfter: number
}

/** An event that a debit causes. */
export type CreditCrossing = 'credits.low' | 'credits.depleted'

export interface CreditTerms {
  /** Credits a month; null without a limit: nothing is granted, reserved, charged or refused. */
  monthlyGrant: number | null
  /** The time when the period of a subscription began, by whose months the periods then go; null without one. */
  anchorMs: number | null
  nowMs: number
}

/** Credits that may still be reserved or spent. */
export const availableOf = ({ balance, reserved }: CreditAccount): number => balance - reserved

/** The most that a period may lie ahead of the clock: a clock set back by less reaches the period again by itself. */
const SET_BACK_MS = DAY_MS

/** True for a period that begins more than a day after `nowMs`: the clock was ahead when that period began. */
const isAhead = ({ periodStartMs }: CreditAccount, nowMs: number): boolean =>
  periodStartMs - nowMs > SET_BACK_MS

/**
 * True where the account must be renewed before it is read: its period is over or lies in the future, its anchor moved,
 * or its plan grants more than was added.
 */
export function isRenewalDue(
  account: CreditAccount,
  { monthlyGrant, anchorMs, nowMs }: CreditTerms,
): boolean {
  const isOver = nowMs >= account.periodEndMs || isAhead(account, nowMs)
  const isMoved = anchorMs !== null && anchorMs !== account.anchorMs
  return isOver || isMoved || (monthlyGrant ?? 0) > account.granted
}

/**
 * The rules of credits, without I/O: each step changes the account and returns its entry for the ledger. The balance
 * never falls below what is reserved, and neither falls below zero.
 */
export class CreditBook {
  readonly account: CreditAccount
  readonly #terms: CreditTerms
  readonly crossings: CreditCrossing[] = []

  constructor(account: CreditAccount, terms: CreditTerms) {
    this.account = { ...account }
    this.#terms = terms
  }

  /**
   * Begins the period of the moment, if it has not begun: what is left of the earlier grant expires, except what is
   * reserved, and the plan's grant is added. A plan that grants more than was added so far adds the difference; one
   * that grants less counts from the next period on. Periods in which nothing was asked are skipped. Where the clock
   * was ahead, its period becomes that of the moment, so that no grant is late by the error of the clock.
   */
  renew(): { expired?: LedgerDraft; granted?: LedgerDraft } {
    const { account } = this
    const { monthlyGrant, nowMs } = this.#terms
    this.#moveAnchor()
    const { startMs, endMs } = creditPeriodAt(account.anchorMs, nowMs)
    if (isAhead(account, nowMs))
      Object.assign(account, { periodStartMs: startMs, periodEndMs: endMs })
    let expired: LedgerDraft | undefined
    if (nowMs >= account.periodEndMs) {
      const lost = Math.max(0, account.grantLeft - account.reserved)
      account.grantLeft -= lost
      if (lost > 0) expired = this.#enter('expire', { amount: -lost })
      Object.assign(account, { periodStartMs: startMs, periodEndMs: endMs, granted: 0, used: 0 })
    }
    const due = (monthlyGrant ?? 0) - account.granted
    if (due <= 0) return { ...(expired && { expired }) }
    account.granted += due
    account.grantLeft += due
    return { ...(expired && { expired }), granted: this.#enter('grant', { amount: due }) }
  }

  /**
   * Reserves as many credits as are available, up to `wanted`; undefined without any, and for a plan without a limit.
   */
  reserve(wanted: number): LedgerDraft | undefined {
    if (this.#terms.monthlyGrant === null) return undefined
    const taken = Math.min(wanted, availableOf(this.account))
    return taken > 0 ? this.#enter('reserve', { reservedDelta: taken }) : undefined
  }

  /**
   * Charges work for which `held` credits are reserved, and gives back the rest of those. If the work costs more than
   * is available, all that is available is charged.
   */
  settle(held: number, cost: number): { debit?: LedgerDraft; release?: LedgerDraft } {
    const { account } = this
    const isFree = this.#terms.monthlyGrant === null
    const charged = isFree ? 0 : Math.min(cost, held + availableOf(account))
    const fromHeld = Math.min(held, charged)
    account.used += isFree ? cost : charged
    const debit = cost > 0 && this.#spend(charged, { reservedDelta: 0 - fromHeld, cost })
    const rest = held - fromHeld
    return { ...(debit && { debit }), ...(rest > 0 && { release: this.release(rest) }) }
  }

  /** Gives reserved credits back. */
  release(held: number): LedgerDraft {
    return this.#enter('release', { reservedDelta: -held })
  }

  /**
   * Adds credits that do not expire with the period; a negative `amount` takes away credits, at most those that are not
   * reserved.
   */
  add(type: 'grant' | 'purchase' | 'refund' | 'adjustment', amount: number): LedgerDraft {
    if (amount < 0) return this.#spend(Math.min(-amount, availableOf(this.account)), { type })
    return this.#enter(type, { amount })
  }

  /**
   * Takes over the anchor of the subscription, if it has another one: the present period then ends where the next one
   * by that anchor begins.
   */
  #moveAnchor(): void {
    const { account } = this
    const { anchorMs, nowMs } = this.#terms
    if (anchorMs === null || anchorMs === account.anchorMs) return
    account.anchorMs = anchorMs
    // A period that has not begun, or is over, is found by `renew`.
    if (nowMs < account.periodEndMs) account.periodEndMs = creditPeriodAt(anchorMs, nowMs).endMs
  }

  /** Takes credits off the balance, first those that expire, and returns the entry for the ledger. */
  #spend(
    charged: number,
    { type = 'debit', ...entry }: { type?: LedgerType; reservedDelta?: number; cost?: number },
  ): LedgerDraft {
    const { account } = this
    account.grantLeft = Math.max(0, account.grantLeft - charged)
    const draft = this.#enter(type, { amount: 0 - charged, ...entry })
    if (charged > 0) this.#noteCrossings()
    return draft
  }

  #noteCrossings(): void {
    const { account } = this
    const { monthlyGrant } = this.#terms
    if (monthlyGrant === null) return
    if (account.balance < lowThresholdOf(monthlyGrant) && !account.isLow) {
      account.isLow = true
      this.crossings.push('credits.low')
    }
    if (account.balance === 0 && !account.isDepleted) {
      account.isDepleted = true
      this.crossings.push('credits.depleted')
    }
  }

  #enter(
    type: LedgerType,
    { amount = 0, reservedDelta = 0, cost = 0 }: Partial<LedgerDraft>,
  ): LedgerDraft {
    const { account } = this
    account.balance += amount
    account.reserved += reservedDelta
    if (account.balance >= lowThresholdOf(this.#terms.monthlyGrant ?? 0)) {
      account.isLow = false
      account.isDepleted = false
    }
    return { type, amount, reservedDelta, cost, balanceAfter: account.balance }
  }
}
