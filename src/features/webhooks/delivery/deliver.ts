import type { DeliveryOutcome } from '../../../../db/webhooks/mark-deliveries.ts'
import { eventBody } from '../../../domain/webhooks/event-body.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import type { DeliveryAttempt, SigningSecrets } from '../../../kernel/ports/webhook-sender.ts'
import { BoundedMap } from '../../../lib/cache/bounded-map.ts'
import {
  attemptNumber,
  attemptRow,
  markOfAttempt,
  markOfEnd,
  unsent,
  type WholeDelivery,
} from './delivery-mark.ts'
import { openSecrets } from './signing-secret.ts'

type DeliverParts = Pick<AppContext, 'newId' | 'now' | 'sealer' | 'webhookSender'> & {
  /** Returns a random number from 0 to below 1. */
  random: () => number
}

/** The most subscriptions whose opened secrets stay in memory. */
const MOST_OPENED = 2_000

const ROTATE =
  'The signing secret cannot be read, as after the key of the server was lost; rotate the secret of the subscription'
const EXPIRED = 'The subscription was paused or turned off for seven days after the event'

/** Makes the attempts of deliveries. */
export class Deliverer {
  readonly #parts: DeliverParts
  readonly #opened = new BoundedMap<string, string>(MOST_OPENED)

  constructor(parts: DeliverParts) {
    this.#parts = parts
  }

  /** Sends a delivery; returns the attempt, and the outcome to store. Throws as `WebhookSender.send`. */
  async deliver(
    delivery: WholeDelivery,
    signal: AbortSignal,
  ): Promise<{ mark: DeliveryOutcome; attempt: DeliveryAttempt | undefined }> {
    const { now, random, webhookSender } = this.#parts
    const secrets = this.#secretsOf(delivery)
    if (secrets === undefined)
      return { mark: this.#end(delivery, unsent('blocked', ROTATE)), attempt: undefined }
    const { event, subscription } = delivery
    const atMs = now()
    const attempt = await webhookSender.send({
      url: subscription.url,
      body: eventBody(event, { hasId: subscription.hasEventId }),
      eventId: event.id,
      event: event.event,
      attempt: attemptNumber(delivery),
      secrets,
      isTest: false,
      signal,
    })
    const id = this.#parts.newId('dlv')
    return { mark: markOfAttempt(delivery, { id, atMs, attempt }, random()), attempt }
  }

  /** Returns the outcome of a delivery whose subscription was off for too long, so that it is never sent. */
  expire(delivery: WholeDelivery): DeliveryOutcome {
    return this.#end(delivery, unsent('expired', EXPIRED))
  }

  #end(delivery: WholeDelivery, attempt: DeliveryAttempt): DeliveryOutcome {
    const made = { id: this.#parts.newId('dlv'), atMs: this.#parts.now(), attempt }
    return markOfEnd(delivery, attemptRow(delivery, made, { isFinal: true, atMs: undefined }))
  }

  #secretsOf({ subscription }: WholeDelivery): SigningSecrets | undefined {
    const { id, secret, oldSecret, oldSecretUntil } = subscription
    const sealed = { id, secret, old_secret: oldSecret, old_secret_until: oldSecretUntil }
    return openSecrets({ open: this.#open }, sealed, this.#parts.now())
  }

  /** Opens a sealed secret. A sealed text always opens to the same secret, so opened ones are kept in memory. */
  readonly #open = (sealed: string, owner: string): string | undefined => {
    const key = `${owner} ${sealed}`
    const known = this.#opened.get(key)
    if (known !== undefined) return known
    const secret = this.#parts.sealer.open(sealed, owner)
    if (secret !== undefined) this.#opened.set(key, secret)
    return secret
  }
}
