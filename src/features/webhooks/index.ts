import { createSubscription } from './create-subscription.ts'
import { deleteSubscription } from './delete-subscription.ts'
import { getSubscription } from './get-subscription.ts'
import { listEventTypes } from './list-event-types.ts'
import { listEvents } from './list-events.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { updateSubscription } from './update-subscription.ts'

export const webhookOperations = [
  createSubscription,
  listSubscriptions,
  getSubscription,
  updateSubscription,
  deleteSubscription,
  listEventTypes,
  listEvents,
]
