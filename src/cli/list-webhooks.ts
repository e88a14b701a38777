import type * as z from 'zod'
import { WebhookSubscription } from '../features/webhooks/subscription.ts'
import { listSubscriptions } from '../features/webhooks/list-subscriptions.ts'
import { allItems } from './all-items.ts'
import type { CommandInput, CommandResult } from './command.ts'
import { operatorOf } from './operator.ts'
import { formatTime, textTable } from './text-table.ts'
import { withServices } from './with-services.ts'

/** Lists webhook subscriptions of an organization, newest first; their secrets are told to nobody. */
export function listWebhooksCommand({ options }: CommandInput): Promise<CommandResult> {
  return withServices(async (services) => {
    const operator = await operatorOf(services, options['org'])
    const webhooks = await allItems(operator, listSubscriptions, WebhookSubscription)
    const rows = webhooks.map((webhook) => [
      webhook.id,
      webhook.url,
      stateOf(webhook),
      String(webhook.consecutiveFailures),
      formatTime(webhook.lastDeliveryAt),
      webhook.events.join(' '),
    ])
    const head = ['id', 'address', 'state', 'failures', 'last sent (UTC)', 'events']
    const text = webhooks.length === 0 ? 'There is no webhook subscription.' : textTable(head, rows)
    return { data: { webhooks }, text }
  })
}

/** The state, with why where no person chose it. */
function stateOf({ status, disabledReason, pausedReason }: z.output<typeof WebhookSubscription>) {
  const reason = disabledReason ?? pausedReason
  return reason === null ? status : `${status}: ${reason}`
}
