import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Sqlite } from '../../../db/sqlite/binding.ts'
import { newSigningSecret } from '../../../src/features/webhooks/delivery/signing-secret.ts'
import { SecretSealer } from '../../../src/kernel/credentials/secret-sealer.ts'
import { deriveKey } from '../../../src/server/secret-key.ts'
import { payInvoice } from '../../../src/testing/paid-invoices.ts'
import type { Attack } from '../attack.ts'
import type { Target } from '../target.ts'

const SUBSCRIPTIONS = 999
const GATEWAY_SECRET = 'whsec_of_the_bench'
const EVENT = 'invoice.paid'
const GATEWAY_ADDRESS = '203.0.113.9'

/** Sends one event to the largest number of subscriptions: its deliveries take many turns and hold up no other call. */
export async function wideFanOut(attack: Attack): Promise<void> {
  let received = 0
  const receiver = createServer((request, response) => {
    received += 1
    request.resume()
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  // @NOTE a server that listens on a port has an address of this form.
  const { port } = receiver.address() as AddressInfo
  try {
    const target = await attack.target({
      env: {
        ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
        STRIPE_WEBHOOK_SECRET: GATEWAY_SECRET,
        STRIPE_PRICES: 'price_1=business',
      },
    })
    const count = attack.size(SUBSCRIPTIONS, 200)
    subscribe(target, `http://127.0.0.1:${port}/hook`, count)
    await attack.during(`an event for ${count} subscriptions`, target, async () => {
      const { url, orgId } = target
      await payInvoice({ url, secret: GATEWAY_SECRET, orgId, address: GATEWAY_ADDRESS }, 'in_1')
      await target.until(async () => received >= count)
    })
    attack.expect(
      'An event for many subscriptions is delivered to each of them once',
      received === count,
      `${received} of ${count}`,
    )
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
}

/** Writes subscriptions into the data of the server, since its limits allow only a few of them a minute over REST. */
function subscribe({ installation: { directory }, orgId }: Target, url: string, count: number) {
  const key = Buffer.from(readFileSync(join(directory, 'citable.key'), 'utf8').trim())
  const sealer = new SecretSealer(deriveKey(key, 'webhook secrets'))
  const file = new Sqlite(join(directory, 'bench.db'))
  const add = file.prepare(`INSERT INTO webhook_subscription
    (id, org_id, url, events, description, secret, created_by, vouched_by, created_at, updated_at)
    SELECT @id, @orgId, @url, @events, '', @secret, 'cli', 'cli', created_at, created_at
    FROM organization WHERE id = @orgId`)
  file.transaction(() => {
    for (let i = 0; i < count; i++) {
      const id = `whk_${String(i).padStart(7, '0')}`
      const secret = sealer.seal(newSigningSecret(), id)
      add.run({ id, orgId, url: `${url}/${i}`, events: JSON.stringify([EVENT]), secret })
    }
  })()
  file.close()
}
