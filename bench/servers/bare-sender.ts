/**
 * The floor of deliveries: sends `COUNT` bodies to `TARGET` over kept connections, `CONCURRENCY` at a time, with the client
 * that the product sends with. It signs nothing, reads no database and stores nothing.
 */
import { parseAllowedNetworks } from '../../src/net/address-policy.ts'
import { GuardedClient } from '../../src/net/guarded-client.ts'

const { TARGET = '', COUNT = '0', CONCURRENCY = '1' } = process.env
const client = new GuardedClient({
  policy: { schemes: 'https', ports: 'service', allowed: parseAllowedNetworks('127.0.0.1') },
  connectionsPerOrigin: Number(CONCURRENCY),
})
const headers = { 'content-type': 'application/json', 'user-agent': 'bare' }

let left = Number(COUNT)

async function sendAll(): Promise<void> {
  while (left > 0) {
    left -= 1
    await client.request(TARGET, {
      method: 'POST',
      headers,
      body: bodyAt(new Date()),
      timeoutMs: 5_000,
      maxBytes: 16_384,
      acceptEncodings: [],
    })
  }
}

const bodyAt = (at: Date): string =>
  `{"id":"evt_01ky1sv00c6x8zq4n2v7b3m9kt","event":"invoice.paid","payload":{"orgId":"org_01ky1sv0087d2f4g6h8j0k2m4n","invoiceId":"in_1","amountMinor":9900,"currency":"EUR","plan":"business","periodStart":null,"periodEnd":null,"paidAt":"2026-11-01T00:04:11.000Z"},"timestamp":"${at.toISOString()}"}`

await Promise.all(Array.from({ length: Number(CONCURRENCY) }, sendAll))
await client[Symbol.asyncDispose]()
