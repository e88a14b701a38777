import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'
import { Subscriber, SUBSCRIPTION } from '../../testing/subscriber.ts'

let app: TestApp
let owner: Subscriber

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  owner = await Subscriber.open(app)
})

afterAll(() => app[Symbol.asyncDispose]())

describe('changing a subscription', () => {
  it('changes what is sent and keeps the rest, and the audit log tells both without the query of an address', async () => {
    const id = (await owner.subscribe()).id
    const site = await app.site(owner.session)
    const fields = { url: 'https://other.example/x', events: ['scan.failed'], siteIds: [site] }
    const { status, body } = await owner.change(id, fields)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ ...fields, description: '', version: 2 })
    expect(body.data).toEqual(await owner.read(id))
    expect(owner.told()).toMatchObject([
      { action: 'webhook.create', target_id: id, detail: { events: SUBSCRIPTION.events } },
      { action: 'site.create' },
      {
        action: 'webhook.update',
        target_id: id,
        detail: {
          before: {
            url: 'https://receiver.example/hooks?…',
            events: SUBSCRIPTION.events,
            siteIds: null,
          },
          after: fields,
        },
      },
    ])
    expect(JSON.stringify(owner.told())).not.toContain('t0psecret')
    const all = await owner.change(id, { siteIds: null, includeEventId: false })
    expect(all.body.data).toMatchObject({ siteIds: null, includeEventId: false, version: 3 })
  })

  it('tells in the audit log that the query of an address changed, and not which', async () => {
    const id = (await owner.subscribe()).id
    await owner.change(id, { url: 'https://receiver.example/hooks?token=0therone' })
    const url = 'https://receiver.example/hooks?…'
    expect(owner.told().at(-1)).toMatchObject({
      action: 'webhook.update',
      detail: { before: { url }, after: { url } },
    })
    expect(JSON.stringify(owner.told())).not.toContain('0therone')
  })

  it('takes an address whose path holds bytes that are no UTF-8', async () => {
    const url = 'https://receiver.example/%FF?token=t0psecret'
    const { body } = await owner.create({ ...SUBSCRIPTION, url })
    expect(body.data).toMatchObject({ url })
    expect(owner.told()).toMatchObject([{ detail: { url: 'https://receiver.example/%FF?…' } }])
  })

  it('a change that changes nothing is none', async () => {
    const id = (await owner.subscribe()).id
    for (const body of [{}, SUBSCRIPTION, { paused: false }]) {
      expect((await owner.change(id, body)).body.data).toMatchObject({ version: 1 })
    }
    expect(owner.told().map(({ action }) => action)).toEqual(['webhook.create'])
  })

  it('a change made from another version is refused', async () => {
    const id = (await owner.subscribe()).id
    const stale = await owner.change(id, { description: 'a' }, { 'if-match': '"7"' })
    expect([stale.status, stale.body.error?.code]).toEqual([412, 'PRECONDITION_FAILED'])
    expect((await owner.change(id, { description: 'a' }, { 'if-match': '"1"' })).status).toBe(200)
    expect(await owner.read(id)).toMatchObject({ description: 'a', version: 2 })
  })

  it('refuses what cannot be, and keeps all of it', async () => {
    const id = (await owner.subscribe()).id
    for (const body of [
      { url: 'http://receiver.example/' },
      { events: ['nothing'] },
      { events: [] },
      { paused: 'yes' },
    ]) {
      expect((await owner.change(id, { description: 'New', ...body })).status).toBe(422)
    }
    const foreign = await owner.change(id, { description: 'New', siteIds: ['site_none'] })
    expect(foreign.status).toBe(404)
    expect(await owner.read(id)).toMatchObject({ ...SUBSCRIPTION, description: '', version: 1 })
  })
})

describe('pausing', () => {
  it('keeps what waits; resuming makes it due at once', async () => {
    const id = (await owner.subscribe({ paused: true })).id
    const other = (await owner.subscribe({ paused: true })).id
    expect(await owner.read(id)).toMatchObject({ status: 'paused', paused: true })
    await owner.emit()
    await app.app.services.jobs.onIdle()
    expect(owner.waiting()).toHaveLength(2)
    app.clock.advance({ minutes: 10 })
    const { body } = await owner.change(id, { paused: false, description: 'On' })
    expect(body.data).toMatchObject({ status: 'active', paused: false })
    await app.app.services.jobs.onIdle()
    expect(owner.waiting().filter(({ group_key }) => group_key === other)).toHaveLength(1)
    await owner.change(id, { paused: true })
    expect(owner.told().map(({ action }) => action)).toEqual([
      'webhook.create',
      'webhook.create',
      'webhook.update',
      'webhook.resume',
      'webhook.pause',
    ])
    expect(owner.told().at(-1)?.detail).toEqual({
      before: { paused: false },
      after: { paused: true },
    })
  })

  it('resuming turns on again what was turned off by failures, and forgets those', async () => {
    const id = (await owner.subscribe()).id
    await app.app.services.context
      .tenant(owner.org.id)
      .webhooks.update(id)
      .set({
        disabled_at: app.clock.now(),
        disabled_reason: 'Failing since 2026-11-15',
        failures: 21,
        failing_since: 1,
      })
      .execute()
    expect(await owner.read(id)).toMatchObject({
      status: 'disabled_by_failures',
      paused: false,
      disabledAt: new Date(app.clock.now()).toISOString(),
      disabledReason: 'Failing since 2026-11-15',
    })
    await owner.change(id, { paused: false })
    expect(await owner.read(id)).toMatchObject({
      status: 'active',
      disabledAt: null,
      disabledReason: null,
      consecutiveFailures: 0,
      failingSince: null,
    })
    expect(owner.told().at(-1)).toMatchObject({
      action: 'webhook.resume',
      detail: { before: { paused: false, disabledReason: 'Failing since 2026-11-15' } },
    })
  })
})

describe('deleting a subscription', () => {
  it('takes what waits for it along, and leaves the rest', async () => {
    const [gone, kept] = [
      (await owner.subscribe({ paused: true })).id,
      (await owner.subscribe({ paused: true })).id,
    ]
    await owner.emit()
    const { status, body } = await app.api('DELETE', `/webhook-subscriptions/${gone}`, {
      token: owner.session,
    })
    expect([status, body.data]).toEqual([200, {}])
    expect(owner.waiting().map(({ group_key }) => group_key)).toEqual([kept])
    for (const method of ['GET', 'DELETE']) {
      const again = await app.api(method, `/webhook-subscriptions/${gone}`, {
        token: owner.session,
      })
      expect([again.status, again.body.error?.code]).toEqual([404, 'NOT_FOUND'])
    }
    expect(owner.told().at(-1)).toMatchObject({
      action: 'webhook.delete',
      target_id: gone,
      detail: { events: SUBSCRIPTION.events, paused: true },
    })
  })
})
