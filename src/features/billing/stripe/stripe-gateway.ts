import { ServiceError } from '../../../kernel/errors.ts'
import type { GatewayEvent, PaymentGateway } from '../../../kernel/payment-gateway.ts'
import type { PlanByPrice } from './plan-by-price.ts'
import { readStripeEvent } from './read-stripe-event.ts'
import { isSignedByStripe } from './verify-signature.ts'

interface StripeOptions {
  /** The secrets of the endpoint: two while one takes the place of the other. */
  webhookSecrets: readonly string[]
  planByPrice: PlanByPrice
}

/** Reads the webhooks of Stripe; it sends nothing there. */
export class StripeGateway implements PaymentGateway {
  readonly name = 'stripe'
  readonly #options: StripeOptions

  constructor(options: StripeOptions) {
    this.#options = options
  }

  readEvent(payload: string, signature: string, nowMs: number): GatewayEvent {
    const { webhookSecrets, planByPrice } = this.#options
    if (!isSignedByStripe(payload, signature, webhookSecrets, nowMs)) {
      throw new ServiceError(
        'BAD_REQUEST',
        'Stripe-Signature does not prove this body, or is older than five minutes',
      )
    }
    return readStripeEvent(payload, planByPrice)
  }
}
