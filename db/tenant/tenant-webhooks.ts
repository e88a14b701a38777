import { sql } from 'kysely'
import { countOf } from '../count-of.ts'
import { jsonText } from '../forms.ts'
import { deleteBatch } from '../system/delete-batch.ts'
import { enqueueAgain } from '../webhooks/enqueue-again.ts'
import { RECOVERY_QUEUE, recoverEvents, type Recovery } from '../webhooks/recover-events.ts'
import { DELIVERY_QUEUE, type DeliveryPayload } from '../webhooks/enqueue-deliveries.ts'
import { TenantStore, type OwnRow } from './tenant-store.ts'

/** The webhook subscriptions of one organization, and the attempts to deliver events to them. */
export class TenantWebhooks extends TenantStore {
  query() {
    return this.handles.read
      .selectFrom('webhook_subscription')
      .where('webhook_subscription.org_id', '=', this.orgId)
  }

  /**
   * Selects subscriptions with the fields that people are shown, newest first; each with the time of its last attempt.
   */
  shown() {
    return this.query()
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom('webhook_delivery')
          .select('webhook_delivery.at')
          .where('webhook_delivery.org_id', '=', this.orgId)
          .whereRef('webhook_delivery.subscription_id', '=', 'webhook_subscription.id')
          .orderBy('webhook_delivery.num', 'desc')
          .limit(1)
          .as('last_delivery_at'),
      )
      .orderBy('webhook_subscription.id', 'desc')
  }

  count(): Promise<number> {
    return countOf(this.query())
  }

  insert(row: OwnRow<'webhook_subscription'>) {
    return this.handles.write
      .insertInto('webhook_subscription')
      .values({ ...row, org_id: this.orgId })
  }

  update(id: string) {
    return this.handles.write
      .updateTable('webhook_subscription')
      .where('webhook_subscription.org_id', '=', this.orgId)
      .where('webhook_subscription.id', '=', id)
  }

  /**
   * Deletes a step of the jobs that wait for a subscription, then of its recorded attempts; returns false once none is
   * left. There may be tens of thousands, and all other work gets a turn between two steps.
   */
  async emptyStep(id: string): Promise<boolean> {
    if (await this.#dropWaitingStep(id)) return true
    const own = sql`subscription_id = ${id} AND org_id = ${this.orgId}`
    return deleteBatch(this.handles.write, 'webhook_delivery', own)
  }

  /**
   * Deletes a step of the deliveries that wait for a subscription, and of those that are being sent, whose sender then
   * finds its job gone; returns false once none is left.
   */
  #dropWaitingStep(id: string): Promise<boolean> {
    const queues = sql.join([DELIVERY_QUEUE, RECOVERY_QUEUE])
    return deleteBatch(
      this.handles.write,
      'job',
      sql`queue IN (${queues}) AND state = 'ready' AND group_key = ${id} AND ${this.#ofJobs()}`,
    )
  }

  #ofJobs() {
    return sql<boolean>`${jsonText(sql<DeliveryPayload>`payload`, 'orgId')} = ${this.orgId}`
  }

  /** Deletes a subscription with the attempts and the jobs that it still has; has to be called within a transaction. */
  async delete(id: string): Promise<void> {
    await this.handles.write
      .deleteFrom('webhook_subscription')
      .where('webhook_subscription.org_id', '=', this.orgId)
      .where('webhook_subscription.id', '=', id)
      .execute()
    while (await this.#dropWaitingStep(id)) continue
  }

  /**
   * Makes all waiting deliveries of a subscription due at once, except those that are being sent; has to be called
   * within a transaction.
   */
  async makeDue(id: string, nowMs: number): Promise<void> {
    await this.handles.write
      .updateTable('job')
      .set({ run_at: nowMs })
      .where('queue', '=', DELIVERY_QUEUE)
      .where('group_key', '=', id)
      .where('state', '=', 'ready')
      .where('lease_id', 'is', null)
      .where('run_at', '>', nowMs)
      .where(this.#ofJobs())
      .execute()
    this.handles.grown?.add(DELIVERY_QUEUE)
  }

  /** Selects the recorded attempts of all subscriptions of the organization. */
  deliveries() {
    return this.handles.read
      .selectFrom('webhook_delivery')
      .where('webhook_delivery.org_id', '=', this.orgId)
  }

  /** Lists the recorded attempts of one subscription that pass the filter, newest first. */
  deliveriesPage(id: string, filter: DeliveryFilter, limit: number) {
    const { event, eventId, status, delivered, final, latest, before } = filter
    // Only a few of many attempts may pass the filter, so a thread looks for them.
    let query = this.handles.scan
      .selectFrom('webhook_delivery')
      .where('org_id', '=', this.orgId)
      .where('subscription_id', '=', id)
      .orderBy('num', 'desc')
      .limit(limit)
    if (event !== undefined) query = query.where('event', '=', event)
    if (eventId !== undefined) query = query.where('event_id', '=', eventId)
    if (status !== undefined) query = query.where('status', '=', status)
    if (delivered !== undefined) {
      query = query.where('status', delivered ? '=' : '<>', 'delivered')
    }
    if (latest !== undefined) query = query.where(latest ? sql<boolean>`NOT ${LATER}` : LATER)
    if (final !== undefined) query = query.where('is_final', '=', final ? 1 : 0)
    if (before !== undefined) query = query.where('num', '<', before)
    return query
  }

  /**
   * Queues an event again for a subscription; has to be called within a transaction. Returns false where the event is
   * no longer kept, or waits already.
   */
  async resend(id: string, eventId: string, nowMs: number): Promise<boolean> {
    const again = { orgId: this.orgId, subscriptionId: id, origin: 'resend', nowMs } as const
    const queued = await enqueueAgain(this.handles.write, again, sql`outbox.id = ${eventId}`)
    this.handles.grown?.add(DELIVERY_QUEUE)
    return queued > 0
  }

  /** Does a step of queueing events again, as `recoverEvents` does; has to be called within a transaction. */
  async recover(recovery: Omit<Recovery, 'orgId'>) {
    const done = await recoverEvents(this.handles.write, { ...recovery, orgId: this.orgId })
    if (done.queued > 0) this.handles.grown?.add(DELIVERY_QUEUE)
    return done
  }

  async insertDelivery(row: Omit<OwnRow<'webhook_delivery'>, 'num'>): Promise<void> {
    await this.handles.write
      .insertInto('webhook_delivery')
      .values({ ...row, org_id: this.orgId })
      .execute()
  }
}

/** SQL that is true where another attempt to deliver the same event follows an attempt. */
const LATER = sql<boolean>`EXISTS (
  SELECT 1 FROM webhook_delivery AS later
  WHERE later.subscription_id = webhook_delivery.subscription_id
    AND later.event_id = webhook_delivery.event_id AND later.num > webhook_delivery.num
)`

interface DeliveryFilter {
  event?: string | undefined
  eventId?: string | undefined
  status?: string | undefined
  delivered?: boolean | undefined
  latest?: boolean | undefined
  final?: boolean | undefined
  /** The number of the attempt that the list goes on behind. */
  before?: number | undefined
}
