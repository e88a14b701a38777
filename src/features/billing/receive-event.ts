import * as z from 'zod'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import type { PaymentGateway } from '../../kernel/ports/payment-gateway.ts'
import { takeGatewayEvent } from './take-gateway-event.ts'

/**
 * The limit of requests from one address. It is high, since a gateway sends from a few addresses and repeats what was
 * refused.
 */
const GATEWAY_LIMIT = { name: 'billing', requestsPerMinute: 1_200 } as const

/** POST /billing/webhook: takes an event of the payment gateway; only the signature proves who the sender is. */
export const receiveGatewayEvent = defineOperation({
  name: 'billing.receive',
  summary: 'Take an event of the payment gateway, which its signature proves',
  access: { by: 'public' },
  addressLimit: GATEWAY_LIMIT,
  http: {
    method: 'post',
    path: '/billing/webhook',
    idempotency: 'none',
    body: { as: 'signed', field: 'payload', signature: 'signature', header: 'Stripe-Signature' },
  },
  input: z.strictObject({
    payload: z.string().default('').describe('The event, as the gateway sent it'),
    signature: z.string().max(4_096).default('').describe('t=SECONDS,v1=HEX, as Stripe signs'),
  }),
  output: z.object({ received: z.literal(true) }),
  precheck: async ({ app }) => gatewayOf(app),
  async handler({ app, caller }, { payload, signature }) {
    const gateway = gatewayOf(app)
    const event = gateway.readEvent(payload, signature, app.now())
    await takeGatewayEvent({ app, gateway, requestId: caller.requestId }, event)
    return { received: true } as const
  },
})

function gatewayOf({ gateway }: AppContext): PaymentGateway {
  if (gateway) return gateway
  throw new ServiceError(
    'NOT_FOUND',
    'No payment gateway is set up here; STRIPE_WEBHOOK_SECRET sets one up',
  )
}
