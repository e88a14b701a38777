import * as z from 'zod'
import { PLANS, type Plan } from '../kernel/plan/plans.ts'
import { listed, readBy } from './setting-types.ts'

const SECRET = /^[\x21-\x2b\x2d-\x7e]{16,255}$/

/** Reads the plan of each price from `price_x=pro,price_y=business`. Throws an Error that says what is wrong. */
function parsePrices(text: string): ReadonlyMap<string, Plan> {
  const plans = new Map<string, Plan>()
  for (const item of listed(text)) {
    const [price = '', name, ...rest] = item.split('=').map((part) => part.trim())
    const plan = PLANS.find((one) => one === name)
    if (!/^\w{1,255}$/.test(price) || !plan || rest.length > 0) {
      throw new Error(`must be such as price_x=pro,price_y=business, of ${PLANS.join(', ')}`)
    }
    if (plans.has(price)) throw new Error(`names a price twice`)
    plans.set(price, plan)
  }
  return plans
}

/** Settings for an operator who takes payments. */
export const BILLING_SETTINGS = {
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .refine((text) => {
      const secrets = listed(text)
      return secrets.length > 0 && secrets.length <= 5 && secrets.every((one) => SECRET.test(one))
    }, 'must be what a webhook endpoint of Stripe signs with, such as whsec_…, or several, separated by commas')
    .optional()
    .describe(
      'Signing secret of the webhook endpoint at Stripe that sends to POST /billing/webhook of the API; several, separated by commas, while one is rotated; without it there is no such address',
    ),
  STRIPE_PRICES: readBy(parsePrices).describe(
    'Which plan a price at Stripe stands for, such as price_x=pro,price_y=business; STRIPE_WEBHOOK_SECRET needs it',
  ),
  STRIPE_PAYMENT_LINK: z
    .url({ protocol: /^https$/, error: 'must be the https address of a payment link' })
    .max(1_000)
    .optional()
    .describe(
      'Payment link at Stripe, such as https://buy.stripe.com/…, which POST /org/checkout of the API answers to owners with a signed client_reference_id; it needs STRIPE_WEBHOOK_SECRET',
    ),
}

type BillingSettings = z.output<z.ZodObject<typeof BILLING_SETTINGS>>

/** True where payments are not reported, or can be assigned to plans by their prices. */
export const hasPricesWithSecret = (settings: BillingSettings): boolean =>
  settings.STRIPE_WEBHOOK_SECRET === undefined || listed(settings.STRIPE_PRICES).length > 0

/** True where there is no payment link, or the service gets reports of the payments made by it. */
export const hasSecretWithLink = (settings: BillingSettings): boolean =>
  settings.STRIPE_PAYMENT_LINK === undefined || settings.STRIPE_WEBHOOK_SECRET !== undefined

/** Returns the settings of Stripe; undefined where no payments are reported. */
export const stripeOf = (settings: BillingSettings) =>
  settings.STRIPE_WEBHOOK_SECRET === undefined
    ? undefined
    : {
        webhookSecrets: listed(settings.STRIPE_WEBHOOK_SECRET),
        planByPrice: parsePrices(settings.STRIPE_PRICES),
        paymentLink: settings.STRIPE_PAYMENT_LINK,
      }
