import { sql, type Insertable, type RawBuilder } from 'kysely'
import { DAY_MS } from '../../src/lib/time/clock.ts'
import type { Db, Tables, Trx } from '../tables/schema.ts'
import { SystemStore } from './system-store.ts'

/**
 * The milliseconds for which an event is kept. A gateway repeats an event for three days by itself, and by hand as long
 * as the gateway keeps it, which is a month.
 */
const KEPT_MS = 31 * DAY_MS
/**
 * The milliseconds for which an event waits for its organization: a customer whose checkout ended is known within a
 * day, and an event of someone else's customer waits in vain.
 */
const WAITING_MS = 3 * DAY_MS

/** Returns a condition that holds for events of the payment gateway that are to be deleted. */
export const forgottenGatewayEvents = (nowMs: number): RawBuilder<unknown> =>
  sql`received_at < ${nowMs - WAITING_MS} AND (waiting IS NOT NULL OR received_at < ${nowMs - KEPT_MS})`

/** The ids in an event by which the organization that the event is about can be found. */
export interface PayerHints {
  subscriptionId: string | null
  orgId: string | null
  customerId: string
}

type WaitingEvent = Omit<Insertable<Tables['billing_event']>, 'org_id'>

/**
 * The events of the payment gateway whose organization is not known yet.
 *
 * @NOTE no org_id: these functions look for the organization.
 */
export class GatewayEvents extends SystemStore {
  /**
   * Returns the id of the organization that an event is about; undefined where that is not known. A subscription stays
   * with the organization that had it first.
   */
  findOrganization(hints: PayerHints): Promise<string | undefined> {
    return findOrganization(this.db, hints)
  }

  async isOrganization(orgId: string): Promise<boolean> {
    return (await namedOrganization(this.db, orgId)) !== undefined
  }

  /**
   * Keeps an event until its customer is linked with an organization. If that happened just now, keeps nothing and
   * returns the id of the organization.
   */
  keepWaiting(event: WaitingEvent, hints: PayerHints): Promise<string | undefined> {
    return this.db.transaction().execute(async (trx) => {
      const orgId = await findOrganization(trx, hints)
      if (orgId !== undefined) return orgId
      await trx
        .insertInto('billing_event')
        .values({ ...event, org_id: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return undefined
    })
  }
}

async function findOrganization(
  db: Db | Trx,
  { subscriptionId, orgId, customerId }: PayerHints,
): Promise<string | undefined> {
  const ofSubscription =
    subscriptionId === null
      ? undefined
      : await db
          .selectFrom('billing_subscription')
          .select('org_id')
          .where('id', '=', subscriptionId)
          .executeTakeFirst()
  if (ofSubscription) return ofSubscription.org_id
  const named = orgId === null ? undefined : await namedOrganization(db, orgId)
  if (named) return named.id
  const ofCustomer = await db
    .selectFrom('billing_customer')
    .select('org_id')
    .where('id', '=', customerId)
    .executeTakeFirst()
  return ofCustomer?.org_id
}

const namedOrganization = (db: Db | Trx, id: string) =>
  db.selectFrom('organization').select('id').where('id', '=', id).executeTakeFirst()
