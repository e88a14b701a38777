import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CrashingWebhooks } from '../../testing/crashing-webhooks.ts'
import type { Failpoint, ServerChild } from '../../testing/server-child.ts'
import { inspectData } from '../../testing/stored-events.ts'
import { EventReceiver } from '../../testing/event-receiver.ts'

const RUNS = Number(process.env['KILLS'] ?? 200) / 10
const SLOW = { timeout: 300_000 }

let webhooks: CrashingWebhooks
let receiver: EventReceiver
let subscription: { id: string; secret: string }

beforeEach(async () => {
  webhooks = await CrashingWebhooks.open()
  receiver = await EventReceiver.start()
  subscription = await webhooks.subscribe(receiver)
})

afterEach(async () => {
  await receiver[Symbol.asyncDispose]()
  webhooks[Symbol.dispose]()
})

const serve = (failpoint?: Failpoint): Promise<ServerChild> =>
  webhooks.folder.serve({
    environment: webhooks.environment,
    ...(failpoint && { failpoint }),
  })

/** The invoices that the receiver took, in their order. */
const taken = (): string[] => receiver.taken.map(({ payload }) => String(payload['invoiceId']))

/** Lets a server that is not killed deliver what is left, until the receiver took one invoice `times` times. */
async function deliverRest(invoiceId: string, times = 1): Promise<void> {
  await using server = await serve()
  const count = () => taken().filter((id) => id === invoiceId).length
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (count() >= times) resolve()
    }
    receiver.onTaken = look
    look()
  })
  receiver.onTaken = undefined
  await server.stop()
}

const countEvents = (invoiceId: string): number =>
  inspectData(webhooks.folder.path, (db) =>
    Number(
      db
        .prepare("SELECT COUNT(*) FROM outbox WHERE payload ->> '$.invoiceId' = ?")
        .pluck()
        .get(invoiceId),
    ),
  )

const waiting = (): number =>
  inspectData(webhooks.folder.path, (db) =>
    Number(db.prepare("SELECT COUNT(*) FROM job WHERE queue = 'delivery'").pluck().get()),
  )

describe('a kill in an event', () => {
  const emits = 'insert into "?outbox"?'

  it('before its commit leaves nothing, and it can be told again', SLOW, async () => {
    for (let run = 0; run < RUNS; run++) {
      await using server = await serve({ statement: emits, moment: 'before commit' })
      expect(await webhooks.pay(server.url, `in_${run}`)).toBe(false)
      await server.ended()
      expect([countEvents(`in_${run}`), waiting()]).toEqual([0, 0])
      await using next = await serve()
      expect(await webhooks.pay(next.url, `in_${run}`)).toBe(true)
      await next.stop()
      await deliverRest(`in_${run}`)
    }
    expect(taken()).toEqual(Array.from({ length: RUNS }, (_, run) => `in_${run}`))
  })

  it(
    'after its commit leaves it whole, and who tells it again tells nothing new',
    SLOW,
    async () => {
      for (let run = 0; run < RUNS; run++) {
        await using server = await serve({ statement: emits, moment: 'after commit' })
        expect(await webhooks.pay(server.url, `in_${run}`)).toBe(false)
        await server.ended()
        expect([countEvents(`in_${run}`), waiting()]).toEqual([1, 1])
        await deliverRest(`in_${run}`)
        await using next = await serve()
        expect(await webhooks.pay(next.url, `in_${run}`)).toBe(true)
        await next.stop()
        expect([countEvents(`in_${run}`), waiting()]).toEqual([1, 0])
      }
      expect(taken()).toEqual(Array.from({ length: RUNS }, (_, run) => `in_${run}`))
    },
  )
})

describe('a kill in a delivery', () => {
  const marks = 'insert into "?webhook_delivery"?'

  it.each<[string, Failpoint, number]>([
    [
      'after the claim',
      { statement: '^UPDATE job\\s+SET run_at[^]*claims = claims', moment: 'after statement' },
      1,
    ],
    ['before its result is stored', { statement: marks, moment: 'before commit' }, 2],
    ['after its result is stored', { statement: marks, moment: 'after commit' }, 1],
  ])('%s loses nothing', SLOW, async (_, failpoint, times) => {
    for (let run = 0; run < RUNS; run++) {
      await using server = await serve(failpoint)
      await webhooks.pay(server.url, `in_${run}`)
      await server.ended()
      expect(countEvents(`in_${run}`)).toBe(1)
      await deliverRest(`in_${run}`, times)
    }
    expect(waiting()).toBe(0)
    expect(taken()).toHaveLength(RUNS * times)
  })

  it('after the request was sent loses nothing', SLOW, async () => {
    for (let run = 0; run < RUNS; run++) {
      await using server = await serve()
      const sent = new Promise<void>((resolve) => {
        receiver.onReceived = () => resolve(server.kill())
      })
      await webhooks.pay(server.url, `in_${run}`)
      await sent
      receiver.onReceived = undefined
      await deliverRest(`in_${run}`, 2)
    }
    expect(waiting()).toBe(0)
  })
})

describe('a kill in a rotation', () => {
  const rotates = 'update "?webhook_subscription"? set.*"?old_secret"?'

  it.each(['before commit', 'after commit'] as const)(
    '%s leaves receivers a secret that they know',
    SLOW,
    async (moment) => {
      for (let run = 0; run < RUNS / 2; run++) {
        await using server = await serve({ statement: rotates, moment })
        const path = `/webhook-subscriptions/${subscription.id}/rotate-secret`
        await expect(webhooks.call(server.url, 'POST', path, {})).rejects.toThrow('fetch failed')
        await server.ended()
        await using next = await serve()
        await webhooks.pay(next.url, `in_${run}`)
        await next.stop()
        await deliverRest(`in_${run}`)
        const last = receiver.taken.at(-1)
        const signature = createHmac('sha256', subscription.secret)
        const expected = signature.update(last?.raw ?? '').digest('hex')
        expect(last?.headers['x-service-signature']).toBe(expected)
      }
    },
  )
})

/** Matches the statement with which a step of a recovery adds the job of the next step. */
const RECOVERS = '^INSERT INTO job'

describe('a kill in a recovery', () => {
  it.each(['before commit', 'after commit'] as const)(
    '%s loses and doubles nothing',
    SLOW,
    async (moment) => {
      const invoices = Array.from({ length: 30 }, (_, i) => `in_${i}`)
      await using first = await serve()
      for (const invoice of invoices) await webhooks.pay(first.url, invoice)
      await first.stop()
      await deliverRest('in_29')
      for (let run = 0; run < RUNS / 2; run++) {
        const before = receiver.taken.length
        await using server = await serve({ statement: RECOVERS, moment })
        const path = `/webhook-subscriptions/${subscription.id}/recover`
        const since = new Date(0).toISOString()
        // The kill meets the job that the request leaves, before or after its answer.
        await Promise.allSettled([webhooks.call(server.url, 'POST', path, { since, only: 'all' })])
        await server.ended()
        await deliverRest('in_29', run + 2)
        const again = taken().slice(before).toSorted()
        expect(again).toEqual(invoices.toSorted())
      }
    },
  )
})
