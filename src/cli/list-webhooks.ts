import { WebhookSubscription } from '../features/webhooks/subscription.ts'
import { allItems } from './all-items.ts'
import type { CommandInput, CommandResult } from './command.ts'
import { operatorOf } from './operator.ts'
import { formatTime, textTable } from './text-table.ts'
import { withServices } from './with-services.ts'

/** Lists webhook subscriptions of an organization, newest first; their secrets are told to nobody. */
export function listWebhooksCommand({ options }: CommandInput): Promise<CommandResult> {
  return withServices(async (services) => {
    const operator = await operatorOf(services, options['org'])
    const webhooks = await allItems(operator, 'webhooks.list', WebhookSubscription)
    const rows = webhooks.map((webhook) => [
      webhook.id,
      webhook.url,
      webhook.disabledReason === null
        ? webhook.status
        : `${webhook.status}: ${webhook.disabledReason}`,
      String(webhook.consecutiveFailures),
      formatTime(webhook.lastDeliveryAt),
      webhook.events.join(' '),
    ])
    const head = ['id', 'address', 'state', 'failures', 'last sent (UTC)', 'events']
    const text = webhooks.length === 0 ? 'There is no webhook subscription.' : textTable(head, rows)
    return { data: { webhooks }, text }
  })
}
