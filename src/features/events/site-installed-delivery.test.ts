import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApp } from '../../testing/start-test-app.ts'
import { TestWebhooks } from '../../testing/test-webhooks.ts'
import { openReceiver } from '../../testing/webhook-receiver.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestWebhooks.service()
})

afterAll(() => app[Symbol.asyncDispose]())

it('the first beacon of a site reaches a receiver at once, and no later one does', async () => {
  await using receiver = await openReceiver()
  const webhooks = await TestWebhooks.on(app)
  const { orgId } = webhooks.tenant
  await webhooks.subscribe(receiver.url)
  const { context, jobs } = app.app.services
  const site = await app.site(await app.key({ id: orgId, userId: '' }))
  const beacon = (path: string) =>
    app.beacon(site, [{ kind: 'pageview', url: path }], { origin: 'https://example.com' })
  await beacon('/')
  await expect.poll(() => receiver.received.length).toBe(1)
  await beacon('/tea')
  await jobs.onIdle()
  expect(receiver.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    {
      event: 'site.installed',
      payload: {
        siteId: site,
        host: 'example.com',
        installedAt: new Date(context.now()).toISOString(),
      },
    },
  ])
})
