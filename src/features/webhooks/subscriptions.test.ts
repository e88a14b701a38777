import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EVENT_NAMES } from '../../domain/webhooks/event-types.ts'
import { countOrgRows } from '../../testing/org-rows.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { storedBytes } from '../../testing/stored-bytes.ts'
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

const createWith = (token: string, body: unknown) =>
  app.api('POST', '/webhook-subscriptions', { token, body })

describe('creating a subscription', () => {
  it('takes an address and events, and answers a flat record with the secret', async () => {
    const { status, body, headers } = await owner.create()
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store, no-transform'])
    expect(body.data).toEqual({
      id: expect.stringMatching(/^whk_/),
      url: SUBSCRIPTION.url,
      events: SUBSCRIPTION.events,
      description: '',
      siteIds: null,
      includeEventId: true,
      status: 'active',
      paused: false,
      pausedReason: null,
      disabledAt: null,
      disabledReason: null,
      consecutiveFailures: 0,
      failingSince: null,
      lastDeliveryAt: null,
      overlapEndsAt: null,
      version: 1,
      createdBy: owner.org.userId,
      vouchedBy: owner.org.userId,
      createdAt: '2026-11-20T12:00:00.000Z',
      updatedAt: '2026-11-20T12:00:00.000Z',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
  })

  it('the secret is told once: no list, no other answer, no log and no file has it', async () => {
    const { body } = await owner.create()
    const { secret, ...shown } = body.data
    const list = await app.api('GET', '/webhook-subscriptions', { token: owner.session })
    expect(list.body.data).toEqual([shown])
    expect(await owner.read(String(shown.id))).toEqual(shown)
    const renamed = await owner.change(String(shown.id), { description: 'Renamed' })
    expect(renamed.body.data).not.toHaveProperty('secret')
    expect(storedBytes(app.directory).includes(String(secret))).toBe(false)
    expect(app.logs.join('')).not.toContain(String(secret))
    expect(JSON.stringify(owner.told())).not.toContain('whsec_')
  })

  it('a repeat with its Idempotency-Key makes no second one, and tells no secret', async () => {
    const headers = { 'idempotency-key': 'once' }
    const first = await owner.create(SUBSCRIPTION, headers)
    const second = await owner.create(SUBSCRIPTION, headers)
    const { secret, ...shown } = first.body.data
    expect(String(secret)).toMatch(/^whsec_/)
    expect([second.status, second.body.data]).toEqual([201, shown])
    expect(countOrgRows(app.directory, owner.org.id, 'webhook_subscription')).toBe(1)
  })

  it('events that stand twice count once, in the order that was sent', async () => {
    const events = ['site.installed', 'credits.low', 'site.installed', 'credits.low']
    const { body } = await owner.create({ ...SUBSCRIPTION, events })
    expect(body.data['events']).toEqual(['site.installed', 'credits.low'])
  })

  it('takes every event of the contract', async () => {
    const { status, body } = await owner.create({ ...SUBSCRIPTION, events: EVENT_NAMES })
    expect([status, body.data['events']]).toEqual([201, EVENT_NAMES])
  })

  it('an event that is unknown is named, with those that are known', async () => {
    const events = ['credits.low', 'scan.done', 'scan.complete']
    const { status, body } = await owner.create({ ...SUBSCRIPTION, events })
    expect([status, body.error?.code]).toEqual([422, 'VALIDATION_FAILED'])
    expect(body.error?.fields).toMatchObject([
      { path: 'events[1]', location: 'body' },
      { path: 'events[2]', location: 'body' },
    ])
    const [first, second] = body.error?.fields ?? []
    expect(first?.message).toContain('"scan.done" is no event')
    for (const name of EVENT_NAMES) expect(first?.message).toContain(name)
    expect(second?.message).toMatch(/did you mean scan\.completed\?$/)
    expect(countOrgRows(app.directory, owner.org.id, 'webhook_subscription')).toBe(0)
  })

  it.each([
    [{}, ['url', 'events']],
    [{ url: SUBSCRIPTION.url }, ['events']],
    [{ ...SUBSCRIPTION, events: [] }, ['events']],
    [{ ...SUBSCRIPTION, events: 'credits.low' }, ['events']],
    [{ ...SUBSCRIPTION, events: [1] }, ['events[0]']],
    [{ ...SUBSCRIPTION, events: Array.from({ length: 101 }, () => 'credits.low') }, ['events']],
    [{ ...SUBSCRIPTION, url: 7 }, ['url']],
    [{ ...SUBSCRIPTION, url: '' }, ['url']],
    [{ ...SUBSCRIPTION, url: `https://receiver.example/${'x'.repeat(2_048)}` }, ['url']],
    [{ ...SUBSCRIPTION, siteIds: [] }, ['siteIds']],
    [{ ...SUBSCRIPTION, secret: 'whsec_mine' }, ['secret']],
    [{ ...SUBSCRIPTION, description: 'x'.repeat(501) }, ['description']],
  ])('refuses %j by its fields', async (body, paths) => {
    const answer = await owner.create(body)
    expect(answer.status).toBe(422)
    expect(answer.body.error?.fields.map(({ path }) => path)).toEqual(paths)
  })

  it('a site of somebody else is as unknown as one of nobody', async () => {
    const other = await app.site(await app.session(await app.org()))
    const own = await app.site(owner.session)
    const { status, body } = await owner.create({
      ...SUBSCRIPTION,
      siteIds: [own, other, 'site_none'],
    })
    expect([status, body.error?.code]).toEqual([404, 'NOT_FOUND'])
    expect(body.error?.fields.map(({ path }) => path)).toEqual(['siteIds[1]', 'siteIds[2]'])
  })

  it('the sites that it is for are shown as long as they are there', async () => {
    const [first, second] = [
      await app.site(owner.session),
      await app.site(owner.session, { domain: 'b.com' }),
    ]
    const id = (await owner.subscribe({ siteIds: [first, second, first] })).id
    expect((await owner.read(id))['siteIds']).toEqual([first, second])
    await app.api('DELETE', `/sites/${first}`, { token: owner.session })
    expect((await owner.read(id))['siteIds']).toEqual([second])
  })

  it('an address without a path is shown as it was sent, any other as it is read', async () => {
    const shown = async (url: string) =>
      (await owner.read((await owner.subscribe({ url })).id))['url']
    expect(await shown('https://receiver.example')).toBe('https://receiver.example')
    expect(await shown(' HTTPS://Receiver.Example:443/a b#c')).toBe(
      'https://receiver.example/a%20b',
    )
  })
})

describe('the plan', () => {
  it('has webhooks from Pro on', async () => {
    const free = await app.session(await app.org('free'))
    const { status, body } = await createWith(free, SUBSCRIPTION)
    expect([status, body.error?.code]).toEqual([403, 'PLAN_REQUIRED'])
    expect(body.error?.message).toBe('Webhooks need the Pro plan or higher')
  })

  it('has so many subscriptions and no more, paused ones too', async () => {
    const pro = await app.session(await app.org('pro'))
    for (let i = 0; i < 5; i++) {
      expect((await createWith(pro, { ...SUBSCRIPTION, paused: i % 2 === 0 })).status).toBe(201)
    }
    const { status, body } = await createWith(pro, SUBSCRIPTION)
    expect([status, body.error?.code]).toEqual([409, 'LIMIT_REACHED'])
    expect(body.error?.message).toContain('at most 5 webhook subscriptions')
    const { usage, limits } = (await app.api('GET', '/org', { token: pro })).body.data
    expect([usage, limits]).toMatchObject([{ webhooks: 5 }, { webhooks: 5 }])
  })

  it.each(['enterprise', 'self_hosted'] as const)(
    'has a bound on %s too: an event is queued for all of them at once',
    async (plan) => {
      const org = await app.org(plan)
      const token = await app.session(org)
      expect((await createWith(token, SUBSCRIPTION)).status).toBe(201)
      const { webhooks } = app.app.services.context.tenant(org.id)
      const row = await webhooks.query().selectAll().executeTakeFirstOrThrow()
      for (let i = 1; i < 1_000; i++)
        await webhooks.insert({ ...row, id: `whk_${plan}${i}` }).execute()
      const { status, body } = await createWith(token, SUBSCRIPTION)
      expect([status, body.error?.code]).toEqual([409, 'LIMIT_REACHED'])
    },
  )

  it('an organization that fell to Free keeps what it has', async () => {
    const id = (await owner.subscribe()).id
    await app.app.services.context
      .tenant(owner.org.id)
      .updateOrganization()
      .set({ plan: 'free' })
      .execute()
    expect((await owner.change(id, { events: ['scan.failed'] })).status).toBe(200)
    expect(await owner.read(id)).toMatchObject({ status: 'active', events: ['scan.failed'] })
    expect((await owner.create()).body.error?.code).toBe('PLAN_REQUIRED')
  })
})

describe('the list', () => {
  it('goes on by a cursor, newest first', async () => {
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      app.clock.advance({ seconds: 1 })
      ids.unshift((await owner.subscribe({ description: String(i) })).id)
    }
    const listed: string[] = []
    let cursor: string | null | undefined = ''
    while (typeof cursor === 'string') {
      const path = `/webhook-subscriptions?limit=2${cursor && `&cursor=${cursor}`}`
      const { body } = await app.api('GET', path, { token: owner.session })
      // @NOTE the list's own schema, to which every answer is held.
      listed.push(...(body.data as unknown as { id: string }[]).map(({ id }) => id))
      cursor = body.meta.nextCursor
    }
    expect(listed).toEqual(ids)
  })

  it('takes a session of an admin: a key hears SESSION_REQUIRED, and an editor ROLE_REQUIRED', async () => {
    const key = await app.key(owner.org)
    const editor = await app.session(owner.org, 'editor')
    const codes = await Promise.all(
      [key, editor, await app.session(owner.org, 'admin')].map(
        async (token) => (await createWith(token, SUBSCRIPTION)).body.error?.code,
      ),
    )
    expect(codes).toEqual(['SESSION_REQUIRED', 'ROLE_REQUIRED', undefined])
  })
})
