import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { REFERENCE_LIFE_MS } from '../../kernel/credentials/checkout-reference.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { iso } from '../../lib/time/clock.ts'

/**
 * POST /org/checkout: returns the operator's payment link, with a reference that ties what is paid there to this
 * organization.
 */
export const beginCheckout = defineOperation({
  name: 'org.checkout',
  summary: 'The address at which an owner pays for the organization; it counts once, for a day',
  access: { by: 'session', role: 'owner' },
  http: { method: 'post', path: '/org/checkout' },
  input: z.strictObject({}),
  output: z.object({
    url: z.string().describe('The payment link of who runs this server, with the reference in it'),
    reference: z
      .string()
      .max(200)
      .regex(/^[\w-]+$/)
      .describe(
        'The client_reference_id of the address: of this organization alone, and usable once',
      ),
    expiresAt: z.string().describe('A checkout has to begin before'),
  }),
  async handler(ctx) {
    const { app, db, principal } = ctx
    const { gateway } = app
    if (gateway?.paymentLink === undefined || principal.kind !== 'session') {
      throw new ServiceError(
        'NOT_FOUND',
        'No payment link is set up here; whoever runs this server makes one at Stripe and sets STRIPE_PAYMENT_LINK to its address',
      )
    }
    const { orgId, userId } = principal
    const madeAt = app.now()
    const reference = app.checkouts.sign({ orgId, userId, madeAt })
    await db.transaction((trx) => auditCall(ctx, trx, 'billing.checkout', orgId))
    const expiresAt = iso(madeAt + REFERENCE_LIFE_MS)
    return { url: gateway.paymentLink(reference), reference, expiresAt }
  },
})
