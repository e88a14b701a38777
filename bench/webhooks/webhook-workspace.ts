import * as z from 'zod/v4'
import { payInvoice } from '../../src/testing/paid-invoices.ts'
import type { ServerProcess } from '../harness/server-process.ts'
import { makeInstallation, PASSWORD, runOwnerCreate, startProduct } from '../product/product.ts'

const SECRET = 'whsec_of_the_bench'
const Made = z.object({ data: z.object({ id: z.string() }) })
const SignedIn = z.object({ data: z.object({ token: z.string() }) })

/** A running product with an organization whose events a payment gateway causes, one a call. */
export class WebhookWorkspace implements AsyncDisposable {
  readonly product: ServerProcess
  readonly #orgId: string
  readonly #session: string
  #sent = 0

  private constructor(product: ServerProcess, orgId: string, session: string) {
    this.product = product
    this.#orgId = orgId
    this.#session = session
  }

  static async open(directory: string): Promise<WebhookWorkspace> {
    const installation = await makeInstallation(directory)
    const env = {
      ALLOW_PRIVATE_NETWORKS: '127.0.0.1',
      STRIPE_WEBHOOK_SECRET: SECRET,
      STRIPE_PRICES: 'price_1=business',
    }
    const opened = { ...installation, env: { ...installation.env, ...env } }
    const orgId = await runOwnerCreate(opened, 'webhooks')
    const product = await startProduct(opened, { withProbe: true })
    const credentials = { email: 'webhooks@example.com', password: PASSWORD }
    const { data } = SignedIn.parse(await send(product, '/auth/sign-in', { body: credentials }))
    return new WebhookWorkspace(product, orgId, data.token)
  }

  /** Returns the id of the new subscription. */
  async subscribe(url: string): Promise<string> {
    const body = { url, events: ['invoice.paid'] }
    const made = await send(this.product, '/webhook-subscriptions', { body, token: this.#session })
    return Made.parse(made).data.id
  }

  async setPaused(id: string, paused: boolean): Promise<void> {
    await send(this.product, `/webhook-subscriptions/${id}`, {
      method: 'PUT',
      body: { paused },
      token: this.#session,
    })
  }

  /** Causes one event; resolves when it is stored. */
  async emit(): Promise<void> {
    const sent = this.#sent++
    const status = await payInvoice(
      {
        url: `http://127.0.0.1:${this.product.port}`,
        secret: SECRET,
        orgId: this.#orgId,
        // Each invoice has an address of its own, as behind a proxy, because one address may not send this many.
        address: `10.0.${Math.floor(sent / 250) % 250}.${sent % 250}`,
      },
      `in_${sent}`,
    )
    if (status !== 200) throw new Error(`An invoice was answered ${status}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.product[Symbol.asyncDispose]()
  }
}

interface Sent {
  method?: string
  body: object
  token?: string
}

async function send(
  { port }: ServerProcess,
  path: string,
  { method = 'POST', body, token }: Sent,
): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}
