import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { domainEvent } from '../../kernel/door/domain-events.ts'
import { readEventStream } from '../../testing/event-stream.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import type { DomainEvent } from '../../domain/webhooks/event-types.ts'

let app: TestApp
let org: TestOrg
let session: string

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  org = await app.org()
  session = await app.session(org, 'admin')
})

afterAll(() => app[Symbol.asyncDispose]())

const depleted = (balance = 0): DomainEvent => ({
  event: 'credits.depleted',
  payload: { orgId: 'org_1', balance },
})
const cited = (siteId: string): DomainEvent => ({
  event: 'citation.detected',
  payload: { siteId, cited: 1, total: 2, engines: ['chatgpt'] },
})

/** Emits an event of the organization, or of a site of it; returns its id. */
async function emit(event: DomainEvent, { siteId, of = org.id } = { siteId: '', of: org.id }) {
  const { context } = app.app.services
  const tenant = context.tenant(of)
  const site = await tenant.sites.find(siteId)
  const emitted = domainEvent(context, event)
  await tenant.transaction((trx) => trx.emit(emitted, site))
  return emitted.id
}

const list = async (query = '') =>
  // @NOTE the list of the contract.
  (await app.api('GET', `/webhook-events${query}`, { token: session })).body
    .data as unknown as Record<string, unknown>[]

const idsIn = (events: readonly Record<string, unknown>[]) => events.map(({ id }) => id)

const connect = (query = '', headers: Record<string, string> = {}, token = session) =>
  fetch(`${app.url}/api/v1/webhook-events${query}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
  })

/** Opens a stream; returns the place where it begins, and `take`, which reads a number of events after that. */
async function follow(query?: string, headers?: Record<string, string>) {
  const stream = readEventStream(await connect(query, headers))
  const { value: start } = await stream.next()
  const take = async (count: number) => {
    const events = []
    for (let i = 0; i < count; i++) {
      const { value } = await stream.next()
      events.push(value)
    }
    return events
  }
  return { start: String(start?.id), take, close: () => stream.return(undefined) }
}

describe('the list of events', () => {
  it('is newest first, with the payload and the site of each', async () => {
    const siteId = await app.site(await app.session(org))
    const ofSite = await emit(cited(siteId), { siteId, of: org.id })
    const ofOrg = await emit(depleted())
    await emit(depleted(), { siteId: '', of: (await app.org()).id })
    const timestamp = new Date(app.clock.now()).toISOString()
    expect(await list()).toEqual([
      { id: ofOrg, siteId: null, timestamp, ...depleted() },
      { id: ofSite, siteId, timestamp, ...cited(siteId) },
    ])
  })

  it('goes on from page to page, and holds the events that are asked for', async () => {
    const [first, , third] = [
      await emit(depleted()),
      await emit(cited('s')),
      await emit(depleted()),
    ]
    const page = await app.api('GET', '/webhook-events?events=credits.depleted&limit=1', {
      token: session,
    })
    expect(page.body.data).toMatchObject([{ id: third }])
    const cursor = page.body.meta.nextCursor
    const query = `?events=credits.depleted&limit=1&cursor=${cursor}`
    expect(idsIn(await list(query))).toEqual([first])
  })

  it('refuses a name that is no event, and says which', async () => {
    const { status, body } = await app.api(
      'GET',
      '/webhook-events?events=scan.completed,scan.won',
      {
        token: session,
      },
    )
    expect(status).toBe(422)
    expect(body.error?.fields).toMatchObject([{ path: 'events[1]', location: 'query' }])
  })
})

describe('the stream of events', () => {
  it('has what happens from then on, in its order, as it happens', async () => {
    await emit(depleted())
    const stream = await follow()
    const first = await emit(depleted())
    expect(await stream.take(1)).toEqual([
      {
        id: expect.any(String) as unknown,
        event: 'credits.depleted',
        data: {
          id: first,
          siteId: null,
          timestamp: new Date(app.clock.now()).toISOString(),
          ...depleted(),
        },
      },
    ])
    const others = [await emit(depleted()), await emit(cited('s'))]
    expect((await stream.take(2)).map((event) => event?.data?.['id'])).toEqual(others)
    await stream.close()
  })

  it('has the first beacon of a site', async () => {
    const siteId = await app.site(await app.session(org))
    const stream = await follow()
    const view = [{ kind: 'pageview', url: '/' }]
    await app.beacon(siteId, view, { origin: 'https://example.com' })
    expect(await stream.take(1)).toMatchObject([{ event: 'site.installed', data: { siteId } }])
    await stream.close()
  })

  it('has what another process wrote', async () => {
    const stream = await follow()
    const { database, context } = app.app.services
    const told: unknown[] = []
    database.onEmitted((orgId) => told.push(orgId)) // so that streams are not notified
    const id = await emit(depleted())
    expect(await stream.take(1)).toMatchObject([{ data: { id } }])
    database.onEmitted((orgId) => context.signals.changed(`events ${orgId}`))
    expect(told).toEqual([org.id])
    await stream.close()
  })

  it('goes on behind the last event that was seen, and from where it began', async () => {
    const first = await follow()
    await first.close()
    const ids = [await emit(depleted()), await emit(cited('s')), await emit(depleted())]
    const second = await follow('', { 'last-event-id': first.start })
    const [seen] = await second.take(1)
    await second.close()
    const third = await follow('', { 'last-event-id': seen?.id ?? '' })
    const rest = await third.take(2)
    await third.close()
    expect([seen, ...rest].map((event) => event?.data?.['id'])).toEqual(ids)
  })

  it('has more events than are read at once', async () => {
    const first = await follow()
    await first.close()
    const { context } = app.app.services
    await context.tenant(org.id).transaction(async (trx) => {
      for (let i = 0; i < 250; i++) await trx.emit(domainEvent(context, depleted(i)))
    })
    const second = await follow('', { 'last-event-id': first.start })
    const events = await second.take(250)
    await second.close()
    const balances = events.map((event) => event?.data?.['payload'])
    expect(balances).toEqual(balances.map((_, balance) => ({ orgId: 'org_1', balance })))
  })

  it('holds the events that are asked for', async () => {
    const stream = await follow('?events=citation.detected')
    await emit(depleted())
    const id = await emit(cited('s'))
    expect(await stream.take(1)).toMatchObject([{ data: { id } }])
    await stream.close()
  })

  it('is refused with a place that is not of it', async () => {
    const other = await app.org()
    const elsewhere = readEventStream(await connect('', {}, await app.session(other)))
    const { value } = await elsewhere.next()
    await elsewhere.return(undefined)
    for (const id of [value?.id ?? '', '1', 'x', '']) {
      const answer = await connect('', { 'last-event-id': id })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error: { code: 'BAD_REQUEST' } })
    }
  })

  it('is for sessions of admins alone', async () => {
    const codes: unknown[] = []
    for (const token of [await app.session(org, 'editor'), await app.key(org)]) {
      const answer = await connect('', {}, token)
      const { error } = (await answer.json()) as { error: { code: string } }
      codes.push(error.code)
    }
    expect(codes).toEqual(['ROLE_REQUIRED', 'SESSION_REQUIRED'])
  })

  it('ends with its session', async () => {
    const stream = await connect()
    const ended = stream.text()
    await app.api('DELETE', '/auth/session', { token: session })
    expect(await ended).toMatch(/^id: [\w-]+\n\n/)
  })
})
