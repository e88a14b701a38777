import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import {
  type CheckoutReference,
  REFERENCE_LIFE_MS,
} from '../../kernel/credentials/checkout-reference.ts'
import type { GatewayNews } from '../../kernel/ports/payment-gateway.ts'
import { roleOf } from '../../kernel/door/principal.ts'
import { noteIgnored, type GatewayEventContext } from './note-ignored.ts'

type CheckoutNews = Extract<GatewayNews, { kind: 'customer' }>

/** A checkout that ended, with the function that finishes the work once its customer is bound. */
interface Checkout {
  eventId: string
  news: CheckoutNews
  /** Stores that the event of the checkout was taken, and takes up the events that waited for the customer. */
  take: (trx: TenantDb, referenceId: string) => Promise<void>
}

/**
 * Binds a customer to the organization whose owner fetched the reference of the checkout. Anyone may type a reference
 * into the address of a payment link, so a reference that is not signed, too old, used, or of an owner who left binds
 * nothing. A reference for a customer who pays for another organization binds nothing either. A refusal is audited
 * where the organization exists.
 */
export async function bindCustomer(
  context: GatewayEventContext,
  checkout: Checkout,
): Promise<void> {
  const { app } = context
  const sent = app.checkouts.read(checkout.news.reference)
  const orgId = sent.isSigned ? sent.reference.orgId : sent.named
  const { eventId } = checkout
  const { gatewayEvents } = app.system
  if (!(await gatewayEvents.isOrganization(orgId))) {
    app.log.warn({ requestId: context.requestId, eventId }, 'checkout for no organization')
    return
  }
  const refuse = (trx: TenantDb, reason: string) =>
    noteIgnored(context, trx, { action: 'billing.refuse', eventId, reason })
  await app.tenant(orgId).transaction(async (trx) => {
    if (!sent.isSigned) {
      return refuse(trx, sent.isBare ? 'an id is no reference' : 'the reference is not signed')
    }
    if (await trx.billing.hasTaken({ id: eventId })) {
      const reason = 'the event was taken before'
      return noteIgnored(context, trx, { action: 'billing.ignore', eventId, reason })
    }
    const reason = await refusalOf(trx, sent.reference, checkout.news)
    if (reason !== undefined) return refuse(trx, reason)
    await checkout.take(trx, sent.reference.id)
  })
}

/**
 * Links the customer with the organization by a signed reference. Returns undefined where it did, and otherwise the
 * reason for refusing.
 */
async function refusalOf(
  trx: TenantDb,
  { id, userId, madeAt }: CheckoutReference,
  { begunAt, customerId }: CheckoutNews,
): Promise<string | undefined> {
  // The gateway signs when the checkout began. By this server's clock an event that comes late would be refused: a
  // person may take hours to pay, and the gateway repeats for three days what it could not deliver.
  if (begunAt > madeAt + REFERENCE_LIFE_MS) return 'the reference had ended'
  if (await trx.billing.hasTaken({ reference: id })) return 'the reference was used before'
  const member = await trx.members
    .query()
    .select('member.role')
    .where('member.user_id', '=', userId)
    .executeTakeFirst()
  const isOwner = member !== undefined && roleOf(member.role) === 'owner'
  if (!isOwner) return 'who fetched the reference is no owner'
  const isLinked = await trx.billing.linkCustomer(customerId, begunAt)
  return isLinked ? undefined : 'the customer pays for another organization'
}
