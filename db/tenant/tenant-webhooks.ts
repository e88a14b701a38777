import type { Handles } from '../handles.ts'
import { resumeParked } from '../webhooks/move-deliveries.ts'
import type { OwnRow } from './own-row.ts'
import { dropWaiting, makeWaitingDue } from '../webhooks/waiting-jobs.ts'
import { DELIVERY_QUEUE } from '../webhooks/enqueue-deliveries.ts'

/** The webhook subscriptions of one organization, and what was delivered to them. Only TenantDb makes one. */
export class TenantWebhooks {
  readonly #handles: Handles
  readonly #orgId: string

  constructor(handles: Handles, orgId: string) {
    this.#handles = handles
    this.#orgId = orgId
  }

  query() {
    return this.#handles.read
      .selectFrom('webhook_subscription')
      .where('webhook_subscription.org_id', '=', this.#orgId)
  }

  /** Reads subscriptions as they are shown, newest first; each with the time of its last attempt. */
  shown() {
    return this.query()
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom('webhook_delivery')
          .select('webhook_delivery.at')
          .whereRef('webhook_delivery.subscription_id', '=', 'webhook_subscription.id')
          .orderBy('webhook_delivery.num', 'desc')
          .limit(1)
          .as('last_delivery_at'),
      )
      .orderBy('webhook_subscription.id', 'desc')
  }

  async count(): Promise<number> {
    const { n } = await this.query()
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  }

  insert(row: OwnRow<'webhook_subscription'>) {
    return this.#handles.write
      .insertInto('webhook_subscription')
      .values({ ...row, org_id: this.#orgId })
  }

  update(id: string) {
    return this.#handles.write
      .updateTable('webhook_subscription')
      .where('webhook_subscription.org_id', '=', this.#orgId)
      .where('webhook_subscription.id', '=', id)
  }

  /** Deletes a subscription with its deliveries and with what waits for it; call it within a transaction. */
  async delete(id: string): Promise<void> {
    await this.#handles.write
      .deleteFrom('webhook_subscription')
      .where('webhook_subscription.org_id', '=', this.#orgId)
      .where('webhook_subscription.id', '=', id)
      .execute()
    await dropWaiting(this.#handles.write, this.#orgId, id)
  }

  /** Makes everything due at once that waits for a subscription; call it within a transaction. */
  async makeDue(id: string, nowMs: number): Promise<void> {
    await makeWaitingDue(this.#handles.write, { orgId: this.#orgId, subscriptionId: id, nowMs })
    this.#handles.grown?.add(DELIVERY_QUEUE)
  }

  /** Makes due what waits because a subscription was paused or turned off; the subscription is one that was found here. */
  resume(subscription: { id: string }, nowMs: number): Promise<void> {
    return resumeParked(this.#handles.write, subscription.id, nowMs)
  }

  /** The attempts of all its subscriptions. */
  deliveries() {
    return this.#handles.read
      .selectFrom('webhook_delivery')
      .where('webhook_delivery.org_id', '=', this.#orgId)
  }
}
