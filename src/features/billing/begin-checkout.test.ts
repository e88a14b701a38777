import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../lib/time/clock.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { fetchReference, FakeStripe, STRIPE_ENVIRONMENT } from '../../testing/fake-stripe.ts'
import { countOrgRows } from '../../testing/org-rows.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

let app: TestApp
let org: TestOrg

beforeAll(async () => {
  app = await TestApp.start({ environment: STRIPE_ENVIRONMENT })
})

afterAll(() => app[Symbol.asyncDispose]())

beforeEach(async () => {
  org = await app.org('free')
  app.clock.advance({ minutes: 2 })
})

const planOf = async (of: TestOrg): Promise<unknown> => {
  const token = await app.session(of)
  const { plan, billing } = (await app.api('GET', '/org', { token })).body.data
  return [plan, (billing as { status: string }).status]
}
const ignored = (of: TestOrg): unknown[] =>
  auditEntries(app.directory, of.id)
    .filter(({ action }) => action === 'billing.refuse' || action === 'billing.ignore')
    .map(({ detail }) => (JSON.parse(detail) as { reason: string }).reason)

const customersOf = (of: TestOrg): number => countOrgRows(app.directory, of.id, 'billing_customer')

/** Ends a checkout with a reference, and begins a subscription of its customer. */
async function payAndEnd(reference: string, fields = {}): Promise<FakeStripe> {
  const stripe = new FakeStripe(app, null)
  expect((await stripe.send(stripe.checkout(reference, fields))).status).toBe(200)
  await stripe.tell('created', {}, { price: 'price_business' })
  return stripe
}

describe('a checkout of an owner', () => {
  it('begins at the payment link of the operator, with a reference that Stripe takes', async () => {
    const token = await app.session(org)
    const { status, body } = await app.api('POST', '/org/checkout', { token, body: {} })
    const { url, reference, expiresAt } = body.data
    expect(status).toBe(200)
    expect(reference).toMatch(/^[\w-]{40,200}$/)
    expect(url).toBe(
      `https://buy.stripe.com/test_14k?locale=de&client_reference_id=${String(reference)}`,
    )
    expect(expiresAt).toBe(new Date(app.clock.now() + DAY_MS).toISOString())
    expect(auditEntries(app.directory, org.id).at(-1)).toMatchObject({
      action: 'billing.checkout',
      actor_id: org.userId,
    })
    expect(await fetchReference(app, org)).not.toBe(reference)
  })

  it('binds the customer, once more for the same event, and another one by another reference', async () => {
    const stripe = new FakeStripe(app, null)
    await stripe.tell('created', {}, { price: 'price_business' })
    expect(await planOf(org)).toEqual(['free', 'active'])
    const ended = stripe.checkout(await fetchReference(app, org))
    for (let i = 0; i < 3; i++) await stripe.send(ended)
    expect(await planOf(org)).toEqual(['business', 'active'])
    expect(ignored(org)).toEqual(['the event was taken before'])
    app.clock.advance({ seconds: 1 })
    await stripe.tell('deleted', { status: 'canceled' }, { price: 'price_business' })
    expect(await planOf(org)).toEqual(['business', 'expired'])
    await payAndEnd(await fetchReference(app, org))
    expect(await planOf(org)).toEqual(['business', 'active'])
  })

  it('counts from its beginning, however late its event comes', async () => {
    const reference = await fetchReference(app, org)
    app.clock.advance({ hours: 23 })
    const stripe = new FakeStripe(app, null)
    const begun = stripe.checkout(reference)
    app.clock.advance({ hours: 75 })
    await stripe.send({ ...begun, created: stripe.now })
    await stripe.tell('created')
    expect(await planOf(org)).toEqual(['pro', 'active'])
  })
})

describe('a checkout that binds nothing', () => {
  it('leaves the organization as it is, and is audited there with its reason', async () => {
    const victim = await app.org('free')
    const payer = await payAndEnd(await fetchReference(app, victim))
    const own = await fetchReference(app, org)
    const foreign = await fetchReference(app, await app.org('free'))
    const tail = (text: string) => text.slice(text.indexOf('-'))
    const flip = (text: string) => text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A')
    const unsigned = 'the reference is not signed'
    for (const [reference, reason] of [
      [victim.id, 'an id is no reference'],
      [`${victim.id}${tail(own)}`, unsigned],
      [`${victim.id}-${org.userId}${tail(tail(own).slice(1))}`, unsigned],
      [flip(await fetchReference(app, victim)), unsigned],
      [(await fetchReference(app, victim)).slice(0, -1), unsigned],
      [`${victim.id}-`, unsigned],
    ] as const) {
      const before = ignored(victim)
      const stripe = await payAndEnd(reference)
      await stripe.tell('deleted', { status: 'canceled' })
      expect([reference, ignored(victim)]).toEqual([reference, [...before, reason]])
    }
    const used = await fetchReference(app, victim)
    await payAndEnd(used)
    await payAndEnd(used)
    expect(ignored(victim).at(-1)).toBe('the reference was used before')
    const [shared, customers] = [await fetchReference(app, victim), customersOf(victim)]
    const crowd = Array.from({ length: 5 }, () => new FakeStripe(app, null))
    await Promise.all(crowd.map((stripe) => stripe.send(stripe.checkout(shared))))
    expect(customersOf(victim)).toBe(customers + 1)
    const old = { created: Math.floor((app.clock.now() + DAY_MS) / 1_000) + 60 }
    await payAndEnd(await fetchReference(app, victim), old)
    expect(ignored(victim).at(-1)).toBe('the reference had ended')
    await payer.send(payer.checkout(own))
    expect(ignored(org)).toEqual(['the customer pays for another organization'])
    for (const text of [foreign, victim.id.toUpperCase(), '', '-', 'constructor', 'org_none']) {
      await payAndEnd(text)
    }
    expect(await planOf(victim)).toEqual(['business', 'active'])
    expect(await planOf(org)).toEqual(['free', 'active'])
  })

  it('is one of an owner who is none any more', async () => {
    const reference = await fetchReference(app, org)
    onFile(app, (file) =>
      file.prepare("UPDATE member SET role = 'admin' WHERE org_id = ?").run(org.id),
    )
    await payAndEnd(reference)
    expect(await planOf(org)).toEqual(['free', 'active'])
    expect(ignored(org)).toEqual(['who fetched the reference is no owner'])
  })

  it('fills no audit log: twenty lines an hour are written of what changed nothing', async () => {
    const send = async (times: number) => {
      for (let i = 0; i < times; i++) {
        const stripe = new FakeStripe(app, null)
        await stripe.send(stripe.checkout(org.id))
      }
    }
    await send(50)
    expect(ignored(org)).toHaveLength(20)
    app.clock.advance({ minutes: 61 })
    await send(1)
    expect(ignored(org)).toHaveLength(21)
  })
})

it('events that come again, or behind newer ones, change nothing and are audited', async () => {
  const stripe = new FakeStripe(app, org.id)
  const first = await stripe.tell('created')
  app.clock.advance({ seconds: 5 })
  const newer = await stripe.tell('updated', {}, { price: 'price_business' })
  const before = await planOf(org)
  await stripe.send(first)
  await stripe.send(newer)
  await stripe.tell('updated', { status: 'unpaid' }, { created: stripe.now - 3 })
  expect(await planOf(org)).toEqual(before)
  const other = await app.org('free')
  const fields = { metadata: { orgId: other.id } }
  app.clock.advance({ seconds: 1 })
  await stripe.tell('updated', fields, { price: 'price_business' })
  expect([await planOf(org), await planOf(other)]).toEqual([before, ['free', 'active']])
  expect(ignored(org)).toEqual([
    'the event was taken before',
    'the event was taken before',
    'a newer event was taken before',
    'its metadata names another one',
  ])
})

describe('a plan that the operator gave', () => {
  it('is lowered by no event of a gateway, and by no end that the clock brings', async () => {
    const given = await app.org('business')
    const stripe = new FakeStripe(app, given.id)
    const steps: [type: string, fields: Record<string, unknown>, price: string][] = [
      ['created', {}, 'price_pro'],
      ['updated', { status: 'past_due' }, 'price_pro'],
      ['updated', { status: 'unpaid' }, 'price_pro'],
      ['updated', { status: 'active', cancel_at_period_end: true }, 'price_business'],
    ]
    for (const [type, fields, price] of steps) {
      app.clock.advance({ seconds: 1 })
      await stripe.tell(type, fields, { price })
      expect((await planOf(given)) as string[]).toContain('business')
      expect(await app.api('GET', '/sites', { token: await app.key(given) })).toMatchObject({
        status: 200,
      })
    }
    app.clock.advance({ days: 40 })
    expect(await planOf(given)).toEqual(['business', 'active'])
    await stripe.tell('updated', {}, { price: 'price_enterprise' })
    expect(await planOf(given)).toEqual(['enterprise', 'active'])
    app.clock.advance({ seconds: 1 })
    await stripe.tell('deleted', { status: 'canceled' }, { price: 'price_enterprise' })
    expect(await planOf(given)).toEqual(['business', 'active'])
  })

  it('is the one given last, for as long as the operator says, and what is paid for follows', async () => {
    const stripe = new FakeStripe(app, org.id)
    await stripe.tell('created')
    await app.changePlan(org, 'enterprise')
    app.clock.advance({ seconds: 1 })
    await stripe.tell('updated', {}, { price: 'price_business' })
    expect(await planOf(org)).toEqual(['enterprise', 'active'])
    await app.tellPlan(org, [{ kind: 'cancelled', until: app.clock.now() + HOUR_MS }])
    app.clock.advance({ seconds: 1 })
    await stripe.tell('updated', { metadata: { orgId: org.id, seen: 'yes' } })
    expect(await planOf(org)).toEqual(['enterprise', 'cancelled'])
    app.clock.advance({ hours: 1 })
    expect(await planOf(org)).toEqual(['pro', 'active'])
    const { maintenance } = app.app.services
    maintenance.hourly()
    await maintenance.onIdle()
    expect(auditEntries(app.directory, org.id).at(-1)).toMatchObject({
      action: 'org.change_plan',
      actor_id: 'clock',
      detail: expect.stringContaining('"after":"pro"'),
    })
  })
})
