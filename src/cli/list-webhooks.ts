import type * as z from 'zod'
import { WebhookSubscription } from '../features/webhooks/subscription.ts'
import { listSubscriptions } from '../features/webhooks/list-subscriptions.ts'
import { allItems } from './all-items.ts'
import type { RunCommand } from './command.ts'
import { withOperator } from './operator.ts'
import { formatTime, listTable } from './text-table.ts'

/** Lists webhook subscriptions of an organization, newest first, without their secrets. */
export const listWebhooksCommand: RunCommand = ({ options }) =>
  withOperator(options, async (operator) => {
    const webhooks = await allItems(operator, listSubscriptions, WebhookSubscription)
    const text = listTable(webhooks, 'There is no webhook subscription.', {
      id: ({ id }) => id,
      address: ({ url }) => url,
      state: stateOf,
      failures: ({ consecutiveFailures }) => String(consecutiveFailures),
      'last sent (UTC)': ({ lastDeliveryAt }) => formatTime(lastDeliveryAt),
      events: ({ events }) => events.join(' '),
    })
    return { data: { webhooks }, text }
  })

/** Writes the state of a subscription, with the reason for it where one is recorded. */
function stateOf({ status, disabledReason, pausedReason }: z.output<typeof WebhookSubscription>) {
  const reason = disabledReason ?? pausedReason
  return reason === null ? status : `${status}: ${reason}`
}
