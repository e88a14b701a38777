import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../testing/start-test-app.ts'
import { storedBytes } from '../../testing/stored-bytes.ts'
import { Subscriber } from '../../testing/subscriber.ts'
import { TestWebhooks } from '../../testing/test-webhooks.ts'
import { openReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts'

let app: TestApp
let receiver: WebhookReceiver
let owner: Subscriber

beforeAll(async () => {
  app = await TestWebhooks.service()
  receiver = await openReceiver()
})

beforeEach(async () => {
  owner = await Subscriber.open(app)
  receiver.received.length = 0
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const subscribe = () => owner.subscribe({ url: receiver.url })

const rotate = (id: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  owner.call('POST', `/${id}/rotate-secret`, body, headers)

const promote = (id: string) => owner.call('POST', `/${id}/promote-secret`)

const inHours = (hours: number) => new Date(app.clock.now() + hours * 3_600_000).toISOString()

/** Tests a subscription, and says which of the secrets signed, in each of the two ways. */
async function signers(id: string, secrets: Readonly<Record<string, string>>) {
  await owner.call('POST', `/${id}/test`)
  const { headers = {}, body = '' } = receiver.received.at(-1) ?? {}
  const named = (digest: (secret: string) => string) =>
    Object.keys(secrets).filter((name) => digest(secrets[name] ?? ''))
  const service = named((secret) =>
    createHmac('sha256', secret).update(body).digest('hex') === headers['x-service-signature']
      ? secret
      : '',
  )
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const standard = (headers['webhook-signature'] ?? '').split(' ').map((signature) =>
    Object.keys(secrets).find((name) => {
      const key = Buffer.from((secrets[name] ?? '').slice('whsec_'.length), 'base64')
      return `v1,${createHmac('sha256', key).update(signed).digest('base64')}` === signature
    }),
  )
  return { service, standard }
}

describe('rotating a secret', () => {
  it('tells a new one once; until the overlap ends the old one signs for who knows no other', async () => {
    const { id, secret: first } = await subscribe()
    const { status, body, headers } = await rotate(id)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store, no-transform'])
    const { secret, ...shown } = body.data
    const secrets = { first, second: String(secret) }
    expect(secret).toMatch(/^whsec_/)
    expect(secret).not.toBe(first)
    expect(shown).toMatchObject({ overlapEndsAt: inHours(24), version: 2 })
    expect(shown).toEqual(await owner.read(id))
    const both = { service: ['first'], standard: ['second', 'first'] }
    expect(await signers(id, secrets)).toEqual(both)
    app.clock.advance({ hours: 23, minutes: 59 })
    owner = await owner.again()
    expect(await signers(id, secrets)).toEqual(both)
    app.clock.advance({ minutes: 1 })
    expect(await signers(id, secrets)).toEqual({ service: ['second'], standard: ['second'] })
    expect(await owner.read(id)).toMatchObject({ overlapEndsAt: null })
    for (const one of Object.values(secrets)) {
      expect(storedBytes(app.directory).includes(one)).toBe(false)
      expect(app.logs.join('')).not.toContain(one)
    }
  })

  it('an owner ends the overlap: the new one alone signs', async () => {
    const { id, secret: first } = await subscribe()
    const second = String((await rotate(id, { overlapHours: 168 })).body.data['secret'])
    expect(await owner.read(id)).toMatchObject({ overlapEndsAt: inHours(168) })
    const { status, body } = await promote(id)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ overlapEndsAt: null, version: 3 })
    expect(body.data).not.toHaveProperty('secret')
    const signed = { service: ['second'], standard: ['second'] }
    expect(await signers(id, { first, second })).toEqual(signed)
    const again = await promote(id)
    expect([again.status, again.body.error?.code]).toEqual([409, 'CONFLICT'])
  })

  it('without an overlap the old one ends at once', async () => {
    const { id, secret: first } = await subscribe()
    const { body } = await rotate(id, { overlapHours: 0 })
    expect(body.data).toMatchObject({ overlapEndsAt: null })
    const signed = { service: ['second'], standard: ['second'] }
    expect(await signers(id, { first, second: String(body.data['secret']) })).toEqual(signed)
  })

  it('in an overlap takes the place of the newer one, whose answer may have been lost', async () => {
    const { id, secret: first } = await subscribe()
    const lost = String((await rotate(id)).body.data['secret'])
    app.clock.advance({ hours: 1 })
    const { status, body } = await rotate(id)
    expect([status, body.data['overlapEndsAt']]).toEqual([200, inHours(24)])
    const secrets = { first, lost, second: String(body.data['secret']) }
    const both = { service: ['first'], standard: ['second', 'first'] }
    expect(await signers(id, secrets)).toEqual(both)
    await promote(id)
    const signed = { service: ['second'], standard: ['second'] }
    expect(await signers(id, secrets)).toEqual(signed)
  })

  it('a repeat with its Idempotency-Key rotates once, and tells no secret', async () => {
    const { id } = await subscribe()
    const headers = { 'idempotency-key': 'once' }
    const { secret, ...first } = (await rotate(id, {}, headers)).body.data
    expect(secret).toMatch(/^whsec_/)
    expect((await rotate(id, {}, headers)).body.data).toEqual(first)
  })

  it('is in the audit log without a secret', async () => {
    const { id } = await subscribe()
    await rotate(id, { overlapHours: 2 })
    await promote(id)
    const [end, none] = [{ overlapEndsAt: inHours(2) }, { overlapEndsAt: null }]
    expect(owner.told().slice(1)).toEqual([
      { action: 'webhook.rotate_secret', target_id: id, detail: { before: none, after: end } },
      { action: 'webhook.promote_secret', target_id: id, detail: { before: end, after: none } },
    ])
  })

  it.each([-1, 169, 1.5, '24'])('an overlap of %j hours is refused', async (overlapHours) => {
    const { id } = await subscribe()
    const { status, body } = await rotate(id, { overlapHours })
    expect([status, body.error?.fields[0]?.path]).toEqual([422, 'overlapHours'])
  })
})
