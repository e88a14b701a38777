import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { domainEvent } from '../../kernel/door/domain-events.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import {
  type GatewayEvent,
  GatewayNews,
  type PaidInvoice,
} from '../../kernel/ports/payment-gateway.ts'
import { iso } from '../../lib/time/clock.ts'
import { bindCustomer } from './bind-customer.ts'
import { followSubscriptions } from './follow-subscriptions.ts'
import { noteIgnored, type GatewayEventContext } from './note-ignored.ts'
import { noteSubscription } from './note-subscription.ts'

type News = GatewayNews

/**
 * Applies an event of the payment gateway once, in one transaction: an event that comes again does nothing, and in
 * whichever order events come, the plan is what the newest of them say. An event that belongs to no known organization
 * waits until its customer is linked with one.
 */
export async function takeGatewayEvent(
  context: GatewayEventContext,
  { id, at, news }: GatewayEvent,
): Promise<void> {
  if (!news) return
  const { app } = context
  const row = rowOf(id, at, news, app.now())
  if (news.kind === 'customer') {
    const take = async (trx: TenantDb, reference: string) => {
      await trx.billing.takeEvent({ ...row, waiting: null, reference })
      await takeUp(context, trx, news)
    }
    return bindCustomer(context, { eventId: id, news, take })
  }
  const hints = {
    subscriptionId: row.subscription_id,
    orgId: news.orgId,
    customerId: news.customerId,
  }
  const { gatewayEvents } = app.system
  const orgId =
    (await gatewayEvents.findOrganization(hints)) ??
    (mayWait(news)
      ? await gatewayEvents.keepWaiting({ ...row, waiting: JSON.stringify(news) }, hints)
      : undefined)
  if (orgId === undefined) {
    app.log.info({ requestId: context.requestId, eventId: id }, 'payment event of no organization')
    return
  }
  await app.tenant(orgId).transaction(async (trx) => {
    const ignore = (reason: string) =>
      noteIgnored(context, trx, { action: 'billing.ignore', eventId: id, reason })
    if (!(await trx.billing.takeEvent({ ...row, waiting: null }))) {
      return ignore('the event was taken before')
    }
    if (!(await takeNews(context, trx, news, at))) await ignore('a newer event was taken before')
    if (news.orgId !== null && news.orgId !== orgId) await ignore('its metadata names another one')
    if (news.orgId === orgId) {
      await trx.billing.linkCustomer(news.customerId, at)
      await takeUp(context, trx, news)
    } else {
      await followSubscriptions(context, trx)
    }
  })
}

/**
 * True for an event that may wait until its customer is linked: a subscription to, or an invoice for, a plan of this
 * service. Other customers may pay at the same gateway for something else.
 */
function mayWait(news: News): boolean {
  switch (news.kind) {
    case 'subscription':
      return news.subscription.plan !== null
    case 'invoice':
      return news.paid?.plan !== null
    case 'customer':
    case 'customer_deleted':
      return false
  }
}

/** Applies the waiting events of a customer who has just been linked with the organization. */
async function takeUp(
  context: GatewayEventContext,
  trx: TenantDb,
  { customerId }: News,
): Promise<void> {
  for (const event of await trx.billing.takeWaiting(customerId)) {
    const waited = GatewayNews.parse(JSON.parse(event.waiting ?? ''))
    await takeNews(context, trx, waited, event.at)
  }
  await followSubscriptions(context, trx)
}

/**
 * Stores or emits what an event says. Returns false for a subscription of which the stored event is as new or newer.
 */
async function takeNews(
  { app }: GatewayEventContext,
  trx: TenantDb,
  news: News,
  at: number,
): Promise<boolean> {
  switch (news.kind) {
    case 'subscription':
      return noteSubscription(trx, news, at)
    case 'invoice':
      if (news.paid) await tellPaid(app, trx, news.subscriptionId, news.paid)
      return true
    case 'customer_deleted':
      await trx.billing.markCustomerDeleted(news.customerId, at)
      return true
    case 'customer':
      return true
  }
}

async function tellPaid(
  app: AppContext,
  trx: TenantDb,
  subscriptionId: string | null,
  { periodStart, periodEnd, paidAt, ...invoice }: PaidInvoice,
): Promise<void> {
  const { orgId } = trx
  const known = subscriptionId === null ? undefined : await trx.billing.subscription(subscriptionId)
  const { plan } = await trx.organization().select('plan').executeTakeFirstOrThrow()
  const payload = {
    orgId,
    ...invoice,
    plan: invoice.plan ?? known?.plan ?? plan,
    periodStart: periodStart === null ? null : iso(periodStart),
    periodEnd: periodEnd === null ? null : iso(periodEnd),
    paidAt: iso(paidAt),
  }
  await trx.emit(domainEvent(app, { event: 'invoice.paid', payload }))
}

function rowOf(id: string, at: number, news: News, nowMs: number) {
  return {
    id,
    customer_id: news.customerId,
    subscription_id: subscriptionOf(news),
    note: noteOf(news),
    at,
    received_at: nowMs,
  }
}

function subscriptionOf(news: News): string | null {
  if (news.kind === 'subscription') return news.subscription.id
  return news.kind === 'invoice' ? news.subscriptionId : null
}

/**
 * Returns the note on payments of the subscription that an event leaves (`paid`, `failed`, `due` or `good`); null where
 * it leaves no note.
 */
function noteOf(news: News): string | null {
  if (news.kind === 'invoice' && news.isRenewal) return news.paid ? 'paid' : 'failed'
  if (news.kind !== 'subscription') return null
  switch (news.subscription.status) {
    case 'past_due':
      return 'due'
    case 'active':
    case 'trialing':
      return 'good'
    case 'paused':
    case 'ended':
      return null
  }
}
