import { DataFolder } from './data-folder.ts'
import { payInvoice } from './paid-invoices.ts'
import { runCrashLoop, startUnreliableReceiver, type CrashTotals } from './crash-loop.ts'
import type { EventReceiver } from './event-receiver.ts'

const SECRET = 'whsec_of_the_gateway'

/** The environment of a server that may deliver to this machine, and to which a payment gateway reports invoices. */
const ENVIRONMENT = {
  ALLOW_PRIVATE_NETWORKS: '1',
  STRIPE_WEBHOOK_SECRET: SECRET,
  STRIPE_PRICES: 'price_1=business',
}

/** The data of an organization that subscribes a receiver to `invoice.paid`, and whose invoices are paid. */
export class CrashingWebhooks implements Disposable {
  readonly folder = new DataFolder()
  readonly environment = ENVIRONMENT
  session = ''
  #orgId = ''
  #paid = 0

  static async open(): Promise<CrashingWebhooks> {
    const webhooks = new CrashingWebhooks()
    const { session } = await webhooks.folder.setUp('self_hosted')
    webhooks.session = session
    await using server = await webhooks.folder.serve({ environment: ENVIRONMENT })
    const { id } = await webhooks.call(server.url, 'GET', '/org')
    webhooks.#orgId = String(id)
    return webhooks
  }

  /** Returns the subscription with its secret. */
  async subscribe(receiver: EventReceiver): Promise<{ id: string; secret: string }> {
    await using server = await this.folder.serve({ environment: ENVIRONMENT })
    const body = { url: receiver.url, events: ['invoice.paid'] }
    const { id, secret } = await this.call(server.url, 'POST', '/webhook-subscriptions', body)
    await server.stop()
    return { id: String(id), secret: String(secret) }
  }

  /** Sends a request with the owner's session; throws where it was refused. */
  async call(url: string, method: string, path: string, body?: object) {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.session}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { data, error } = (await answer.json()) as {
      data: Record<string, unknown>
      error: unknown
    }
    if (error !== null) throw new Error(`${method} ${path}: ${JSON.stringify(error)}`)
    return data
  }

  /** Returns whether the server said that the invoice is stored. */
  async pay(url: string, invoiceId: string): Promise<boolean> {
    const gateway = { url, secret: SECRET, orgId: this.#orgId }
    // Each kill takes the permits with it that its server had reserved for an address, so each request has its own.
    const number = this.#paid++
    const address = `10.${Math.floor(number / 62_500)}.${Math.floor(number / 250) % 250}.${number % 250}`
    const status = await payInvoice({ ...gateway, address }, invoiceId)
    if (status !== undefined && status !== 200) throw new Error(`An invoice was answered ${status}`)
    return status === 200
  }

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]()
  }
}

/** Kills a server `kills` times while it takes invoices and delivers them; see `runCrashLoop`. */
export async function crashWebhooks(kills: number, random: () => number): Promise<CrashTotals> {
  using webhooks = await CrashingWebhooks.open()
  await using receiver = await startUnreliableReceiver(random)
  await webhooks.subscribe(receiver)
  // Awaited here, since both are closed with the end of this function.
  return await runCrashLoop({
    folder: webhooks.folder,
    receiver,
    environment: ENVIRONMENT,
    kills,
    random,
    send: (url, name) => webhooks.pay(url, `in_${name}`),
    nameOf: ({ invoiceId }) => String(invoiceId).slice('in_'.length),
  })
}
