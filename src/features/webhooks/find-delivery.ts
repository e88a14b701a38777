import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { findSubscription } from './subscription.ts'

/** Finds an attempt with its subscription. Throws NOT_FOUND where either is not the organization's. */
export async function findDelivery(db: TenantDb, id: string, deliveryId: string) {
  const subscription = await findSubscription(db, id)
  const delivery = await db.webhooks
    .deliveries()
    .selectAll()
    .where('subscription_id', '=', id)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  if (!delivery) throw notFound('delivery')
  return { subscription, delivery }
}
