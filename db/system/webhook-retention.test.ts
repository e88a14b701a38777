import { afterAll, beforeAll, expect, it } from 'vitest'
import { countOrgRows } from '../../src/testing/org-rows.ts'
import type { TestApp } from '../../src/testing/start-test-app.ts'
import { TestWebhooks } from '../../src/testing/test-webhooks.ts'

const DAY_MS = 86_400_000

let app: TestApp

beforeAll(async () => {
  app = await TestWebhooks.service()
})

afterAll(() => app[Symbol.asyncDispose]())

/** Makes an organization with a paused subscription that has `count` attempts. */
async function withAttempts(count: number) {
  const webhooks = await TestWebhooks.on(app)
  const { id } = await webhooks.subscribe('https://receiver.example/', {
    is_paused: 1,
    secret: 'unreadable',
  })
  for (let i = 0; i < count; i++) await webhooks.emit()
  app.clock.advance({ days: 7 })
  await webhooks.idle()
  return { webhooks, id }
}

it('attempts are kept for thirty days', async () => {
  const { webhooks } = await withAttempts(2)
  const { maintenance } = app.app.services.database
  const kept = () => countOrgRows(app.directory, webhooks.tenant.orgId, 'webhook_delivery')
  const from = app.clock.now()
  while (await maintenance.forgetExpiredStep(from + 30 * DAY_MS)) continue
  expect(kept()).toBe(2)
  while (await maintenance.forgetExpiredStep(from + 30 * DAY_MS + 1)) continue
  expect(kept()).toBe(0)
})

it('the newest attempts of each subscription are kept', async () => {
  const first = await withAttempts(5)
  const second = await withAttempts(2)
  const { maintenance } = app.app.services.database
  const subscriptions = await maintenance.webhookSubscriptions()
  expect(subscriptions.map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id]))
  const newest = first.webhooks.attempts().slice(-3)
  for (const subscription of subscriptions) {
    while (await maintenance.forgetDeliveriesStep(subscription, 3)) continue
  }
  expect(first.webhooks.attempts()).toEqual(newest)
  expect(second.webhooks.attempts()).toHaveLength(2)
})
