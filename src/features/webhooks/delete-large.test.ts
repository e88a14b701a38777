import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAttempt } from '../../testing/add-attempt.ts'
import { countOrgRows } from '../../testing/org-rows.ts'
import { inspectData } from '../../testing/stored-events.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { Subscriber } from '../../testing/subscriber.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app[Symbol.asyncDispose]())

it('a subscription with thousands of deliveries is deleted step by step', async () => {
  const owner = await Subscriber.open(app)
  const orgId = owner.org.id
  const { id: webhookId } = await owner.subscribe()
  const { id: other } = await owner.subscribe()
  await addAttempt(app, { orgId, webhookId: other })
  const attempt = await addAttempt(app, { orgId, webhookId })
  const tenant = app.app.services.context.tenant(orgId)
  const row = await tenant.webhooks
    .deliveries()
    .selectAll()
    .where('id', '=', attempt)
    .executeTakeFirstOrThrow()
  const { num, ...copied } = row
  expect(num).toBeGreaterThan(0)
  await tenant.transaction(async (trx) => {
    for (let i = 0; i < 2_500; i++) await trx.webhooks.insertDelivery({ ...copied, id: `dlv_${i}` })
  })
  const seen = new Set<number>()
  const done = new AbortController()
  const deleting = owner.call('DELETE', `/${webhookId}`).finally(() => done.abort())
  while (!done.signal.aborted) {
    seen.add(countOrgRows(app.directory, orgId, 'webhook_delivery'))
    await turn()
  }
  expect((await deleting).status).toBe(200)
  expect([...seen].filter((count) => count > 1 && count < 2_502)).not.toEqual([])
  expect(countOrgRows(app.directory, orgId, 'webhook_delivery')).toBe(1)
  expect(await owner.read(webhookId)).toEqual({})
})

it('a page of deliveries is found without a look at those of other subscriptions', async () => {
  const owner = await Subscriber.open(app)
  const { id } = await owner.subscribe()
  const { webhooks } = app.app.services.context.tenant(owner.org.id)
  const filters = [
    {},
    { before: 7 },
    { status: 'delivered', final: true },
    { eventId: 'evt_1' },
    { latest: true, delivered: false, final: true },
  ]
  for (const filter of filters) {
    const { sql, parameters } = webhooks.deliveriesPage(id, filter, 2).select('id').compile()
    const plan = inspectData(app.directory, (db) =>
      db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters),
    )
    const reads = plan.map(({ detail }) => detail).filter((detail) => !detail.includes('SUBQUERY'))
    expect(reads.length).toBeGreaterThan(0)
    for (const read of reads) expect(read).toMatch(/INDEX \w+ \(.*subscription_id=\?/)
  }
})
