import type { Insertable, Selectable } from 'kysely'
import type { Tables } from '../tables/schema.ts'
import { TenantStore } from './tenant-store.ts'

/** The most subscriptions that are read, newest first: older ones of an organization have ended long ago. */
const MOST_SUBSCRIPTIONS = 50
/** The most notes of payments that are read: those of two months of daily payments for each subscription. */
const MOST_NOTES = 3_000

type BillingEvent = Omit<Insertable<Tables['billing_event']>, 'org_id'>

export type PaidSubscriptionRow = Selectable<Tables['billing_subscription']>

/** The reports of the payment gateway about one organization. */
export class TenantBilling extends TenantStore {
  /** Stores that an event was taken; returns false where it was taken before. Throws outside of a transaction. */
  async takeEvent(event: BillingEvent): Promise<boolean> {
    const trx = this.transacting('An event is taken in the transaction of its effect')
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('billing_event')
      .values({ ...event, org_id: this.orgId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows > 0n
  }

  /** Returns true where this event of the organization, or an event that used this reference up, was already taken. */
  async hasTaken(event: { id: string } | { reference: string }): Promise<boolean> {
    const [column, value] =
      'id' in event ? (['id', event.id] as const) : (['reference', event.reference] as const)
    const row = await this.handles.read
      .selectFrom('billing_event')
      .select('id')
      .where('org_id', '=', this.orgId)
      .where(column, '=', value)
      .executeTakeFirst()
    return row !== undefined
  }

  /**
   * Links a customer of the gateway with this organization; returns false where another organization is linked with the
   * customer, which stays so.
   */
  async linkCustomer(id: string, linkedAt: number): Promise<boolean> {
    await this.handles.write
      .insertInto('billing_customer')
      .values({ id, org_id: this.orgId, linked_at: linkedAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const own = await this.handles.read
      .selectFrom('billing_customer')
      .select('id')
      .where('id', '=', id)
      .where('org_id', '=', this.orgId)
      .executeTakeFirst()
    return own !== undefined
  }

  /**
   * Returns the events of a customer that waited for its organization, oldest first, and makes them this
   * organization's.
   *
   * @NOTE no org_id: it is this organization that they waited for.
   */
  async takeWaiting(customerId: string): Promise<Selectable<Tables['billing_event']>[]> {
    const waiting = await this.handles.read
      .selectFrom('billing_event')
      .selectAll()
      .where('customer_id', '=', customerId)
      .where('waiting', 'is not', null)
      .orderBy('at')
      .orderBy('id')
      .execute()
    await this.handles.write
      .updateTable('billing_event')
      .set({ org_id: this.orgId, waiting: null })
      .where('customer_id', '=', customerId)
      .where('waiting', 'is not', null)
      .execute()
    return waiting
  }

  async markCustomerDeleted(id: string, deletedAt: number): Promise<void> {
    await this.handles.write
      .updateTable('billing_customer')
      .set({ deleted_at: deletedAt })
      .where('billing_customer.org_id', '=', this.orgId)
      .where('billing_customer.id', '=', id)
      .execute()
  }

  subscription(id: string): Promise<PaidSubscriptionRow | undefined> {
    return this.#subscriptions().where('billing_subscription.id', '=', id).executeTakeFirst()
  }

  /**
   * Returns the subscriptions that have begun, newest first, with the time when their customer was deleted, if it was.
   */
  begunSubscriptions(): Promise<(PaidSubscriptionRow & { deleted_at: number | null })[]> {
    return this.#subscriptions()
      .leftJoin('billing_customer', 'billing_customer.id', 'billing_subscription.customer_id')
      .select('billing_customer.deleted_at')
      .where('billing_subscription.was_live', '=', 1)
      .orderBy('billing_subscription.created_at', 'desc')
      .orderBy('billing_subscription.id', 'desc')
      .limit(MOST_SUBSCRIPTIONS)
      .execute()
  }

  async saveSubscription(
    row: Omit<Insertable<Tables['billing_subscription']>, 'org_id'>,
  ): Promise<void> {
    await this.handles.write
      .insertInto('billing_subscription')
      .values({ ...row, org_id: this.orgId })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
  }

  async setPastDueSince(id: string, since: number | null): Promise<void> {
    await this.handles.write
      .updateTable('billing_subscription')
      .set({ past_due_since: since })
      .where('billing_subscription.org_id', '=', this.orgId)
      .where('billing_subscription.id', '=', id)
      .execute()
  }

  /** Returns the notes that events have about payments for some subscriptions, newest first. */
  async notes(subscriptionIds: readonly string[]) {
    if (subscriptionIds.length === 0) return []
    const rows = await this.handles.read
      .selectFrom('billing_event')
      .select(['subscription_id', 'note', 'at'])
      .where('org_id', '=', this.orgId)
      .where('subscription_id', 'in', subscriptionIds)
      .where('note', 'is not', null)
      .orderBy('at', 'desc')
      .limit(MOST_NOTES)
      .execute()
    return rows.map(({ note, ...row }) => ({ ...row, note: note ?? '' }))
  }

  #subscriptions() {
    return this.handles.read
      .selectFrom('billing_subscription')
      .selectAll('billing_subscription')
      .where('billing_subscription.org_id', '=', this.orgId)
  }
}
