import { sql, type Selectable } from 'kysely'
import {
  CreditBook,
  isRenewalDue,
  type CreditAccount,
  type CreditCrossing,
  type CreditTerms,
  type LedgerDraft,
  type LedgerType,
} from '../../src/domain/credits/credit-book.ts'
import type { Tables } from '../tables/schema.ts'
import { TenantStore } from './tenant-store.ts'

/** The work that credits are reserved or spent for. */
export interface CreditRef {
  type: 'scan' | 'prompts' | 'citation_check'
  id: string
}

/** The actor and the time of a change of credits, and the plan that the change goes by. */
export interface CreditChange extends CreditTerms {
  actor: { type: string; id: string }
  newId: () => string
}

/** The account after a change, and the events that the change causes, in their order. */
export interface ChangedCredits {
  account: CreditAccount
  crossings: readonly CreditCrossing[]
}

interface Work {
  ref: CreditRef
  reason: 'scan' | 'prompt_llm' | 'citation_check'
}

/** The columns of an entry of the ledger that say what it was for. */
interface Telling {
  reason: Work['reason'] | 'manual' | 'plan'
  key: string
  ref?: { type: string; id: string }
  note?: string | null
}

interface Opened {
  book: CreditBook
  change: CreditChange
  /** The last number in the organization's ledger. */
  seq: number
}

/**
 * The credits of one organization: its account, what is reserved, and the ledger. Only TenantDb makes an instance. Each
 * change locks the account for its transaction, so that the changes of all processes come one after the other.
 */
export class TenantCredits extends TenantStore {
  /** Reads the account; undefined where `renew` has to bring it up to date first, or make it. */
  async find(terms: CreditTerms): Promise<CreditAccount | undefined> {
    const row = await this.handles.read
      .selectFrom('credit_account')
      .selectAll()
      .where('org_id', '=', this.orgId)
      .executeTakeFirst()
    if (!row || (await this.#lapsed(terms.nowMs)).length > 0) return undefined
    const account = accountOf(row)
    return isRenewalDue(account, terms) ? undefined : account
  }

  /** Lists the entries of the ledger, newest first. */
  ledger(
    { type, beforeSeq }: { type?: LedgerType | undefined; beforeSeq?: number | undefined },
    limit: number,
  ) {
    let query = this.handles.read
      .selectFrom('credit_ledger')
      .selectAll()
      .where('org_id', '=', this.orgId)
      .orderBy('seq', 'desc')
      .limit(limit)
    if (type !== undefined) query = query.where('type', '=', type)
    if (beforeSeq !== undefined) query = query.where('seq', '<', beforeSeq)
    return query.execute()
  }

  /** Brings the account up to date: releases lapsed reservations, and grants for a new period by the plan. */
  async renew(change: CreditChange): Promise<ChangedCredits> {
    return this.#close(await this.#open(change))
  }

  /**
   * Reserves as many credits as are available, up to `wanted`, and returns their number. A second call for the same
   * work returns what the first one reserved, or 0 once the work is settled. Where the plan has no limit, it returns
   * `wanted` and reserves nothing.
   */
  async reserve(
    change: CreditChange,
    { ref, reason, wanted, lapsesAt }: Work & { wanted: number; lapsesAt: number | null },
  ): Promise<number> {
    const opened = await this.#open(change)
    const key = keyOf('reserve', ref)
    const before = (await this.#entry(key)) ?? (await this.#settled(ref))
    const draft = before ? undefined : opened.book.reserve(wanted)
    if (draft) {
      const amount = draft.reservedDelta
      await this.#add(opened, draft, { reason, key, ref })
      await this.handles.write
        .insertInto('credit_reservation')
        .values({ ...this.#at(ref), amount, lapses_at: lapsesAt })
        .execute()
    }
    await this.#close(opened)
    if (before) return Math.max(0, before.reserved_delta)
    return change.monthlyGrant === null ? wanted : (draft?.reservedDelta ?? 0)
  }

  /** Returns the credits reserved for some work; 0 without any, as under a plan without a limit. */
  async reservedFor({ type, id }: CreditRef): Promise<number> {
    const row = await this.handles.write
      .selectFrom('credit_reservation')
      .select('amount')
      .where('org_id', '=', this.orgId)
      .where('ref_type', '=', type)
      .where('ref_id', '=', id)
      .executeTakeFirst()
    return row?.amount ?? 0
  }

  /** Charges work, and gives back what it reserved beyond that; a second call for it changes nothing. */
  async settle(
    change: CreditChange,
    { ref, reason, cost }: Work & { cost: number },
  ): Promise<ChangedCredits & { charged: number }> {
    const opened = await this.#open(change)
    const before = await this.#settled(ref)
    if (before) return { ...(await this.#close(opened)), charged: 0 - before.amount }
    const reservation = await this.#deleteReservation(ref)
    const { debit, release } = opened.book.settle(reservation?.amount ?? 0, cost)
    if (debit) await this.#add(opened, debit, { reason, key: keyOf('debit', ref), ref })
    if (release) await this.#add(opened, release, { reason, key: keyOf('release', ref), ref })
    return { ...(await this.#close(opened)), charged: debit ? 0 - debit.amount : 0 }
  }

  /** Adds or takes credits, by hand or by a purchase; undefined where the reference was used before. */
  async add(
    change: CreditChange,
    wanted: {
      type: 'grant' | 'purchase' | 'refund' | 'adjustment'
      amount: number
      ref: { type: string; id: string }
      reason: 'manual' | 'plan'
      note: string | null
    },
  ): Promise<(ChangedCredits & { added: number }) | undefined> {
    const { type, amount, ref, reason, note } = wanted
    const opened = await this.#open(change)
    const key = keyOf(type, ref)
    const draft = (await this.#entry(key)) ? undefined : opened.book.add(type, amount)
    if (draft) await this.#add(opened, draft, { reason, key, ref, note })
    const changed = await this.#close(opened)
    return draft && { ...changed, added: draft.amount }
  }

  /** Makes the account where it is missing, locks it, and brings it up to date. */
  async #open(change: CreditChange): Promise<Opened> {
    const trx = this.transacting('Credits change in the transaction of their cause')
    const { rows } = await sql<CreditRow>`INSERT INTO credit_account (org_id, anchor_at, updated_at)
      SELECT id, created_at, ${change.nowMs} FROM organization WHERE id = ${this.orgId}
      ON CONFLICT (org_id) DO UPDATE SET updated_at = excluded.updated_at RETURNING *`.execute(trx)
    const [row] = rows
    if (!row) throw new Error(`There is no organization ${this.orgId}`)
    const opened = { book: new CreditBook(accountOf(row), change), change, seq: row.seq }
    await this.#releaseLapsed(opened)
    const { expired, granted } = opened.book.renew()
    for (const draft of [expired, granted]) {
      if (!draft) continue
      const key = `${draft.type} ${opened.seq + 1}`
      await this.#add(opened, draft, { reason: 'plan', key })
    }
    return opened
  }

  /** Releases reservations that a crash left; a process that settles that work later is charged still. */
  async #releaseLapsed(opened: Opened): Promise<void> {
    for (const { ref_type: type, ref_id: id, amount } of await this.#lapsed(opened.change.nowMs)) {
      const ref = { type, id }
      await this.#deleteReservation(ref)
      const told = { reason: 'plan', key: keyOf('lapse', ref), ref, note: 'Never settled' } as const
      await this.#add(opened, opened.book.release(amount), told)
    }
  }

  #lapsed(nowMs: number) {
    return this.handles.read
      .selectFrom('credit_reservation')
      .select(['ref_type', 'ref_id', 'amount'])
      .where('org_id', '=', this.orgId)
      .where('lapses_at', '<=', nowMs)
      .orderBy('ref_id')
      .limit(MOST_LAPSED)
      .execute()
  }

  #deleteReservation({ type, id }: { type: string; id: string }) {
    return this.handles.write
      .deleteFrom('credit_reservation')
      .where('org_id', '=', this.orgId)
      .where('ref_type', '=', type)
      .where('ref_id', '=', id)
      .returning('amount')
      .executeTakeFirst()
  }

  async #settled(ref: CreditRef) {
    return (await this.#entry(keyOf('debit', ref))) ?? (await this.#entry(keyOf('release', ref)))
  }

  #entry(key: string) {
    return this.handles.read
      .selectFrom('credit_ledger')
      .select(['amount', 'reserved_delta'])
      .where('org_id', '=', this.orgId)
      .where('idempotency_key', '=', key)
      .executeTakeFirst()
  }

  async #add(opened: Opened, draft: LedgerDraft, { reason, key, ref, note }: Telling) {
    const { newId, actor, nowMs } = opened.change
    opened.seq += 1
    await this.handles.write
      .insertInto('credit_ledger')
      .values({
        org_id: this.orgId,
        seq: opened.seq,
        id: newId(),
        type: draft.type,
        amount: draft.amount,
        reserved_delta: draft.reservedDelta,
        balance_after: draft.balanceAfter,
        cost: draft.cost,
        reason,
        ref_type: ref?.type ?? null,
        ref_id: ref?.id ?? null,
        idempotency_key: key,
        actor_type: actor.type,
        actor_id: actor.id,
        at: nowMs,
        note: note ?? null,
      })
      .execute()
  }

  async #close({ book, seq }: Opened): Promise<ChangedCredits> {
    await this.handles.write
      .updateTable('credit_account')
      .set({ ...columnsOf(book.account), seq })
      .where('org_id', '=', this.orgId)
      .execute()
    return { account: book.account, crossings: book.crossings }
  }

  #at({ type, id }: CreditRef) {
    return { org_id: this.orgId, ref_type: type, ref_id: id }
  }
}

/** The most reservations that one change releases; the next change releases further ones. */
const MOST_LAPSED = 100

const keyOf = (what: string, { type, id }: { type: string; id: string }): string =>
  `${what} ${type} ${id}`

type CreditRow = Selectable<Tables['credit_account']>

const accountOf = (row: CreditRow): CreditAccount => ({
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

const columnsOf = (account: CreditAccount) => ({
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
