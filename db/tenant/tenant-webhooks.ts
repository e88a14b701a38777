import type { Handles } from '../handles.ts'
import { resumeParked } from '../webhooks/move-deliveries.ts'
import type { OwnRow } from './own-row.ts'

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

  /** Its deliveries go with it; what waits in the queue finds it gone. */
  delete(id: string) {
    return this.#handles.write
      .deleteFrom('webhook_subscription')
      .where('webhook_subscription.org_id', '=', this.#orgId)
      .where('webhook_subscription.id', '=', id)
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
