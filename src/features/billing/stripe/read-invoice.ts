import type { GatewayNews, PaidInvoice } from '../../../kernel/ports/payment-gateway.ts'
import { widestPlan, type PlanByPrice } from './plan-by-price.ts'
import type { Invoice } from './wire-format.ts'

type Line = Invoice['lines']['data'][number]

/** Reads what an event tells of an invoice; undefined for one without a customer. */
export function invoiceNews(
  invoice: Invoice,
  plans: PlanByPrice,
  isPaid: boolean,
): GatewayNews | undefined {
  const { customer, parent } = invoice
  if (customer === null) return undefined
  const details = parent?.subscription_details
  return {
    kind: 'invoice',
    customerId: customer,
    orgId:
      details?.metadata.orgId ??
      invoice.subscription_details?.metadata.orgId ??
      invoice.metadata.orgId,
    subscriptionId: details?.subscription ?? invoice.subscription,
    // Invoices of an upgrade fail without the subscription being due, and those of a first payment before it begins.
    isRenewal: invoice.billing_reason === 'subscription_cycle',
    paid: isPaid ? paidInvoice(invoice, plans) : null,
  }
}

function paidInvoice(invoice: Invoice, plans: PlanByPrice): PaidInvoice {
  const lines = invoice.lines.data
  // An upgrade is invoiced with what it replaces, and what is paid for lasts longest.
  const [last] = lines
    .flatMap(({ period }) => period ?? [])
    .toSorted((a, b) => b.end - a.end || a.start - b.start)
  return {
    invoiceId: invoice.id,
    amountMinor: invoice.amount_paid,
    currency: invoice.currency.toUpperCase(),
    plan: widestPlan(lines.map(priceOf), plans),
    periodStart: last?.start ?? null,
    periodEnd: last?.end ?? null,
    paidAt: invoice.status_transitions?.paid_at ?? invoice.created,
  }
}

const priceOf = ({ price, pricing }: Line): string | null =>
  price?.id ?? pricing?.price_details?.price ?? null
