import { ServiceError } from '../../../kernel/door/errors.ts'
import type { GatewayEvent, PaymentGateway } from '../../../kernel/ports/payment-gateway.ts'
import { type PlanByPrice, readStripeEvent } from './read-stripe-event.ts'
import { isSignedByStripe } from './verify-signature.ts'

interface StripeOptions {
  /** The secrets that sign webhooks; there are two while one replaces the other. */
  webhookSecrets: readonly string[]
  planByPrice: PlanByPrice
  /**
   * The address of the operator's payment link, which takes `client_reference_id` as a parameter; undefined without
   * one.
   */
  paymentLink: string | undefined
}

/** Reads the webhooks of Stripe, and makes the address to pay at; it sends Stripe nothing. */
export class StripeGateway implements PaymentGateway {
  readonly name = 'stripe'
  readonly paymentLink: PaymentGateway['paymentLink']
  readonly #options: StripeOptions

  constructor(options: StripeOptions) {
    this.#options = options
    const { paymentLink } = options
    this.paymentLink = paymentLink === undefined ? undefined : linkWith(paymentLink)
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

/**
 * Makes the function that adds a reference to a payment link, whose other parameters stay. Source:
 * https://docs.stripe.com/payment-links/url-parameters
 */
const linkWith =
  (link: string) =>
  (reference: string): string => {
    const url = new URL(link)
    url.searchParams.set('client_reference_id', reference)
    return url.href
  }
