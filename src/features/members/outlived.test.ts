import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { domainEvent } from '../../kernel/door/domain-events.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { readEventStream } from '../../testing/event-stream.ts'
import { askLink, openLink, refusedLink } from '../../testing/file-links.ts'
import { LocalScans } from '../../testing/local-scans.ts'
import { changeRole, Maker } from '../../testing/maker.ts'
import type { TestApp, TestOrg } from '../../testing/start-test-app.ts'
import { heldPage, page } from '../../testing/web-site.ts'
import { openReceiver } from '../../testing/webhook-receiver.ts'

let service: LocalScans
let app: TestApp
let org: TestOrg
let owner: string
let maker: Maker

beforeAll(async () => {
  service = await LocalScans.start()
  ;({ app } = service)
})

beforeEach(async () => {
  org = await app.org()
  owner = await app.session(org)
  maker = await Maker.join(app, org, 'admin')
})

afterAll(() => service[Symbol.asyncDispose]())

/** Emits an event of the organization, and waits until nothing is due any more. */
async function emit(): Promise<string> {
  const { context, deliveries } = app.app.services
  const event = domainEvent(context, {
    event: 'credits.depleted',
    payload: { orgId: org.id, balance: 0 },
  })
  await context.tenant(org.id).transaction((trx) => trx.emit(event))
  await deliveries.onIdle()
  return event.id
}

const subscription = async (id: string) =>
  (await app.api('GET', `/webhook-subscriptions/${id}`, { token: owner })).body.data
const setWebhook = async (by: string, id: string, body: unknown) =>
  (await app.api('PUT', `/webhook-subscriptions/${id}`, { token: by, body })).status
const entries = (action: string) =>
  auditEntries(app.directory, org.id).filter((entry) => entry.action === action)

describe('a webhook of a person who may have none any more', () => {
  it('is paused with the cause, keeps what it would send, and goes on by one press of an admin', async () => {
    await using receiver = await openReceiver()
    const id = await maker.webhook(receiver.url)
    await emit()
    expect(receiver.received).toHaveLength(1)
    for (const [to, cause] of [
      ['viewer', 'has the role viewer now'],
      ['editor', 'has the role editor now'],
      [undefined, 'is no member any more'],
    ] as const) {
      const { body } = await changeRole(app, owner, maker.person, to)
      expect(body.data).toMatchObject({ ended: { webhooksPaused: 1, webhooks: [{ id }] } })
      const before = receiver.received.length
      await emit()
      expect(receiver.received).toHaveLength(before)
      expect(await subscription(id)).toMatchObject({
        status: 'paused',
        paused: true,
        pausedReason: expect.stringContaining(cause) as unknown,
        vouchedBy: maker.person.userId,
      })
      expect(JSON.parse(entries('webhook.pause').at(-1)?.detail ?? '')).toMatchObject({
        because: to === undefined ? 'member.remove' : 'member.update',
        after: { paused: true, pausedReason: expect.stringContaining(cause) as unknown },
      })
      app.clock.advance({ hours: 160 })
      owner = await app.session(org)
      const admin = await Maker.join(app, org, 'admin')
      expect(await setWebhook(admin.person.token, id, { paused: false })).toBe(200)
      await app.app.services.deliveries.onIdle()
      expect(receiver.received).toHaveLength(before + 1)
      const { userId } = admin.person
      expect(await subscription(id)).toMatchObject({
        status: 'active',
        pausedReason: null,
        vouchedBy: userId,
      })
      // The person who vouched last is the next whose role ends.
      maker = admin
    }
  })

  it('is who gave it its address, whoever made it; a pause of a person and other changes change nothing', async () => {
    const other = await Maker.join(app, org, 'admin')
    const url = (name: string) => `https://receiver.example/${name}`
    const [turned, described, resumed] = [
      await maker.webhook(url('turned')),
      await maker.webhook(url('described')),
      await maker.webhook(url('resumed')),
    ]
    const { token } = other.person
    await setWebhook(token, turned, { url: url('elsewhere') })
    await setWebhook(token, described, { description: 'x', url: url('described') })
    await setWebhook(token, resumed, { paused: true })
    await setWebhook(token, resumed, { paused: false })
    const reasons = () =>
      Promise.all(
        [turned, described, resumed].map(
          async (id) => (await subscription(id))['pausedReason'] !== null,
        ),
      )
    await setWebhook(owner, resumed, { paused: true })
    await changeRole(app, owner, maker.person, 'owner')
    expect(await reasons()).toEqual([false, false, false])
    await changeRole(app, owner, maker.person, 'editor')
    expect(await reasons()).toEqual([false, true, true])
    await changeRole(app, owner, maker.person, 'admin')
    expect(await reasons()).toEqual([false, true, true])
    await changeRole(app, owner, other.person, undefined)
    expect(await reasons()).toEqual([true, true, true])
  })
})

it('links to files end with what their key could do when they were made', async () => {
  const { token: key } = await maker.key()
  const site = await app.site(key)
  const { url } = await askLink(app, key, { site })
  expect((await openLink(url)).status).toBe(200)
  await changeRole(app, owner, maker.person, 'owner')
  expect((await openLink(url)).status).toBe(200)
  await changeRole(app, owner, maker.person, 'viewer')
  expect(await refusedLink(url)).toBe('401 INVALID_CREDENTIAL')
  app.clock.advance({ minutes: 1 })
  const again = await askLink(app, key, { site })
  expect((await openLink(again.url)).status).toBe(200)
  await changeRole(app, owner, maker.person, undefined)
  expect(await refusedLink(again.url)).toBe('401 INVALID_CREDENTIAL')
})

describe('what is under way', () => {
  const watch = (path: string, token: string) =>
    fetch(`${app.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    })

  it('streams end at the change, before the next event, and that is audited', async () => {
    const scans = await service.another()
    const held = heldPage(page('Home'))
    const started = await scans.start(await scans.site({ '/': held.answer }))
    await held.asked
    org = scans.org
    owner = await app.session(org)
    for (const to of ['viewer', undefined] as const) {
      maker = await Maker.join(app, org, 'admin')
      const { token: key, id: keyId } = await maker.key()
      const events = await watch('/webhook-events', maker.person.token)
      const progress = await watch(`/scan/${String(started.body.data.id)}`, key)
      const others = await watch('/webhook-events', owner)
      expect([events.status, progress.status, others.status]).toEqual([200, 200, 200])
      await changeRole(app, owner, maker.person, to)
      const late = await emit()
      expect(await events.text()).not.toContain(late)
      expect(await progress.text()).not.toMatch(/event: (?:done|failed)/)
      for await (const { data } of readEventStream(others)) if (data?.['id'] === late) break
      await expect
        .poll(() => entries('stream.end').map(({ target_id }) => target_id))
        .toContain(keyId)
      const ended = entries('stream.end').map(({ detail }) => detail)
      expect(ended).toContain('{"operation":"webhooks.listEvents"}')
    }
    held.release()
    await app.app.services.jobs.onIdle()
    await scans[Symbol.asyncDispose]()
  })

  /** Sends the head of a request and half of its body; returns the function that sends the rest. */
  function beginRequest(method: string, path: string, token: string, body: unknown) {
    const json = JSON.stringify(body)
    const { hostname, port } = new URL(app.url)
    const outgoing = request({ hostname, port, method, path: `/api/v1${path}`, agent: false })
    outgoing.setHeader('authorization', `Bearer ${token}`)
    outgoing.setHeader('content-type', 'application/json')
    outgoing.setHeader('content-length', Buffer.byteLength(json))
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.on('error', reject)
      outgoing.on('response', resolve)
    })
    const begun = new Promise((resolve) => outgoing.write(json.slice(0, 1), resolve))
    return {
      begun,
      async end(): Promise<string> {
        outgoing.end(json.slice(1))
        const response = await answered
        const { error } = JSON.parse(await text(response)) as { error: { code: string } | null }
        return `${response.statusCode} ${error?.code}`
      },
    }
  }

  it('a write whose body comes after the change is refused, and leaves nothing', async () => {
    const { token: key } = await maker.key()
    const webhook = await maker.webhook('https://receiver.example/')
    const spare = await maker.key()
    const site = await app.site(owner)
    const counts = () =>
      onFile(app, (file) =>
        ['api_key', 'webhook_subscription', 'invitation', 'prompt_rule'].map((table) =>
          file.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get(),
        ),
      )
    const invitation = { email: 'x@example.com', role: 'admin' }
    const subscribing = { url: 'https://evil.example/', events: ['credits.low'] }
    const { token } = maker.person
    const requests = [
      beginRequest('POST', '/keys', token, { scopes: ['*'] }),
      beginRequest('POST', `/keys/${spare.id}/rotate`, token, { overlapHours: 0 }),
      beginRequest('POST', '/webhook-subscriptions', token, subscribing),
      beginRequest('PUT', `/webhook-subscriptions/${webhook}`, token, { paused: false }),
      beginRequest('POST', '/org/invitations', token, invitation),
      beginRequest('PUT', `/sites/${site}`, key, { timezone: 'Asia/Tokyo' }),
    ]
    const before = counts()
    for (const { begun } of requests) await begun
    // The head of each request has been read once this one is answered.
    await app.api('GET', '/sites', { token: owner })
    await changeRole(app, owner, maker.person, 'viewer')
    const answers = await Promise.all(requests.map((one) => one.end()))
    expect(answers).toEqual([
      ...Array.from({ length: 5 }, () => '401 INVALID_CREDENTIAL'),
      '403 INSUFFICIENT_SCOPE',
    ])
    expect(counts()).toEqual(before)
  })

  it('of a change of role and what the person makes at the same time, nothing is left beyond the role', async () => {
    for (let i = 0; i < 6; i++) {
      const person = await Maker.join(app, org, 'admin')
      const { id } = await person.key()
      const post = (path: string, body: unknown) => person.call('POST', path, body)
      const url = 'https://receiver.example/'
      await Promise.all([
        ...[0, 1].map(() => post('/keys', { scopes: ['*'] })),
        post('/webhook-subscriptions', { url, events: ['credits.low'] }),
        changeRole(app, owner, person.person, 'viewer'),
        post('/webhook-subscriptions', { url, events: ['credits.low'] }),
        post(`/keys/${id}/rotate`, {}),
        post('/org/invitations', { email: `p${i}@example.com`, role: 'viewer' }),
      ])
      const left = onFile(app, (file) => [
        file
          .prepare("SELECT COUNT(*) FROM api_key WHERE created_by = ? AND scopes LIKE '%*%'")
          .pluck()
          .get(person.person.userId),
        file
          .prepare(
            'SELECT COUNT(*) FROM webhook_subscription WHERE created_by = ? AND is_paused = 0',
          )
          .pluck()
          .get(person.person.userId),
        file
          .prepare('SELECT COUNT(*) FROM invitation WHERE invited_by = ?')
          .pluck()
          .get(person.person.userId),
      ])
      expect(left).toEqual([0, 0, 0])
    }
  })

  it('a stored answer is not given again to a key that could not ask any more', async () => {
    const { token } = await maker.key()
    const create = () =>
      app.api('POST', '/sites', {
        token,
        body: { url: 'https://again.example/', scan: false },
        headers: { 'idempotency-key': 'once' },
      })
    expect([(await create()).status, (await create()).status]).toEqual([201, 201])
    await changeRole(app, owner, maker.person, 'viewer')
    expect((await create()).body.error?.code).toBe('INSUFFICIENT_SCOPE')
    await changeRole(app, owner, maker.person, undefined)
    expect((await create()).body.error?.code).toBe('INVALID_CREDENTIAL')
  })
})
