import type { z } from 'zod'
import { eventBody } from '../../domain/webhooks/event-body.ts'
import { GuardedSender } from '../../features/webhooks/delivery/guarded-sender.ts'
import { newSigningSecret } from '../../features/webhooks/delivery/signing-secret.ts'
import type { WebhookEvent } from '../../features/webhooks/webhook-event.ts'
import type { DeliveryAttempt } from '../../kernel/ports/webhook-sender.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { GuardedClient } from '../../net/guarded-client.ts'
import { vetUrl, type UrlPolicy } from '../../net/url-policy.ts'
import { CliError } from '../cli-error.ts'

/** Permits any address: the caller of the command chooses it, on their own machine or beyond. */
const ANYWHERE: UrlPolicy = {
  schemes: 'any',
  ports: 'service',
  allowed: { isClosed: false, includes: () => true },
}

/** Returns the body of an event's delivery, as the server writes it. */
export const bodyOf = ({ id, event, payload, timestamp }: z.output<typeof WebhookEvent>): string =>
  eventBody(
    { id, event, payload: JSON.stringify(payload), at: Date.parse(timestamp) },
    { hasId: true },
  )

/** Delivers events to one receiver as the server would, signed with a secret of its own. */
export class Forwarder implements AsyncDisposable {
  readonly secret = newSigningSecret()
  readonly #url: string
  readonly #client = new GuardedClient({ policy: ANYWHERE })
  readonly #sender = new GuardedSender({ client: async () => this.#client, now: systemClock })

  /** Throws CliError for an address that deliveries cannot go to. */
  constructor(url: string) {
    const verdict = vetUrl(url, ANYWHERE)
    if (!verdict.isPermitted) throw new CliError(`--forward-to: ${verdict.reason}`)
    this.#url = verdict.url.href
  }

  /**
   * Delivers an event, and returns the attempt. It does not reject for anything that the receiver does; it rejects when
   * `stop` is aborted.
   */
  forward(event: z.output<typeof WebhookEvent>, stop: AbortSignal): Promise<DeliveryAttempt> {
    return this.#sender.send({
      url: this.#url,
      body: bodyOf(event),
      eventId: event.id,
      event: event.event,
      attempt: 1,
      secrets: { current: this.secret, old: undefined },
      isTest: false,
      signal: stop,
    })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#client[Symbol.asyncDispose]()
  }
}
