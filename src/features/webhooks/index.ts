import { createSubscription } from './create-subscription.ts'
import { deleteSubscription } from './delete-subscription.ts'
import { getDelivery } from './get-delivery.ts'
import { getSubscription } from './get-subscription.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listEventTypes } from './list-event-types.ts'
import { listEvents } from './list-events.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { promoteSecret } from './promote-secret.ts'
import { recoverDeliveries } from './recover-deliveries.ts'
import { replayDelivery } from './replay-delivery.ts'
import { rotateSecret } from './rotate-secret.ts'
import { testSubscription } from './test-subscription.ts'
import { updateSubscription } from './update-subscription.ts'

export const webhookOperations = [
  createSubscription,
  listSubscriptions,
  getSubscription,
  updateSubscription,
  deleteSubscription,
  testSubscription,
  rotateSecret,
  promoteSecret,
  listDeliveries,
  getDelivery,
  replayDelivery,
  recoverDeliveries,
  listEventTypes,
  listEvents,
]
