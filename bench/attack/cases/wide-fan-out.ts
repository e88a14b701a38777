import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import type { Target } from '../target.ts'
import { ownerSession } from './long-work.ts'

const SUBSCRIPTIONS = 999
const AT_ONCE = 20

/** One event that as many subscriptions hear of as may: its deliveries are work for many turns. */
export async function wideFanOut(attack: Attack): Promise<void> {
  let received = 0
  const receiver = createServer((request, response) => {
    received++
    request.resume()
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  // @NOTE a server that listens on a port has an address of this form.
  const { port } = receiver.address() as AddressInfo
  try {
    const target = await attack.target({ env: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } })
    const count = attack.size(SUBSCRIPTIONS, 50)
    await subscribe(target, `http://127.0.0.1:${port}/hook`, count)
    await attack.during(`an event for ${count} subscriptions`, target, async () => {
      await target.collect([{ kind: 'impression', url: 'https://attacked.example/' }])
      const isDone = await target.until(async () => received >= count)
      attack.expect(
        'An event for many subscriptions is delivered to each of them',
        isDone && received === count,
        `${received} of ${count}`,
      )
    })
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
}

async function subscribe(target: Target, url: string, count: number): Promise<void> {
  const authorization = `Bearer ${await ownerSession(target)}`
  for (let from = 0; from < count; from += AT_ONCE) {
    const places = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => from + at)
    await Promise.all(
      places.map(async (place) => {
        const body = { url: `${url}/${place}`, events: ['site.installed'] }
        const post = () => target.post('/api/v1/webhook-subscriptions', body, { authorization })
        let answer = await post()
        if (answer.status === 429) {
          await sleep(Number(answer.headers.get('retry-after')) * 1_000)
          answer = await post()
        }
        if (answer.status !== 201) throw new Error(`Subscribing was answered ${answer.text}`)
      }),
    )
  }
}
