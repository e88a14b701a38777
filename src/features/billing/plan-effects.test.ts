import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PlanEvent } from '../../domain/subscription/plan-state.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { mcpRequest, postMcp } from '../../testing/mcp-post.ts'
import { outboxEvents } from '../../testing/outbox-events.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

let app: TestApp
let org: TestOrg
let key: string
let session: string

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app[Symbol.asyncDispose]())

beforeEach(async () => {
  org = await app.org('business')
  key = await app.key(org)
  session = await app.session(org)
})

const codeOf = async (method: string, path: string, token: string, body?: unknown) =>
  (await app.api(method, path, { token, ...(body !== undefined && { body }) })).body.error?.code
const mcpStatus = async () => {
  const call = { method: 'tools/list', params: {} }
  return (await postMcp(app, 'data', mcpRequest('legacy', call), key)).status
}
const account = async () => (await app.api('GET', '/org', { token: session })).body.data
const statusesTold = () =>
  outboxEvents(app.directory, org.id)
    .filter(({ event }) => event === 'subscription.updated')
    .map(({ payload }) => payload['status'])
const tell = (...events: PlanEvent[]) => app.tellPlan(org, events)
const settle = async () => {
  const { maintenance } = app.app.services
  maintenance.hourly()
  await maintenance.onIdle()
}

describe('a change of the plan counts at the next request', () => {
  it('for the limit of a key', async () => {
    const limit = async () =>
      (await app.api('GET', '/sites', { token: key })).headers.get('x-ratelimit-limit')
    expect(await limit()).toBe('600')
    await app.changePlan(org, 'pro')
    expect(await limit()).toBe('120')
    await app.changePlan(org, 'enterprise')
    expect(await limit()).toBe('3000')
  })

  it('for the requests that a key has left, which it has used up with the smaller plan', async () => {
    for (let i = 0; i < 121; i++) await app.api('GET', '/sites', { token: key })
    await app.changePlan(org, 'pro')
    expect(await codeOf('GET', '/sites', key)).toBe('RATE_LIMITED')
    await app.changePlan(org, 'business')
    expect(await codeOf('GET', '/sites', key)).toBeUndefined()
  })

  it('for keys, which a free plan has none of, and which work again after an upgrade', async () => {
    expect(await codeOf('GET', '/sites', key)).toBeUndefined()
    await app.changePlan(org, 'free')
    expect(await codeOf('GET', '/sites', key)).toBe('PLAN_REQUIRED')
    expect(await codeOf('GET', '/sites', session)).toBeUndefined()
    await app.changePlan(org, 'pro')
    expect(await codeOf('GET', '/sites', key)).toBeUndefined()
  })

  it('for MCP, which takes the plan business', async () => {
    expect(await mcpStatus()).toBe(200)
    await app.changePlan(org, 'pro')
    expect(await mcpStatus()).toBe(403)
    await app.changePlan(org, 'business')
    expect(await mcpStatus()).toBe(200)
  })

  it('for what there may be: what there is stays, and nothing is added', async () => {
    const makeSite = (host: string) =>
      codeOf('POST', '/sites', session, { url: `https://${host}/`, scan: false })
    const makeKey = () => codeOf('POST', '/keys', session, { scopes: ['sites:read'] })
    const invite = (name: string) =>
      codeOf('POST', '/org/invitations', session, {
        email: `${name}-${org.id}@example.com`,
        role: 'viewer',
      })
    for (let i = 0; i < 6; i++) expect(await makeSite(`s${i}.example`)).toBeUndefined()
    for (let i = 0; i < 10; i++) expect(await makeKey()).toBeUndefined()
    for (let i = 0; i < 5; i++) expect(await invite(`p${i}`)).toBeUndefined()
    await app.changePlan(org, 'pro')
    expect(await makeSite('more.example')).toBe('LIMIT_REACHED')
    expect(await makeKey()).toBe('LIMIT_REACHED')
    expect(await invite('more')).toBe('LIMIT_REACHED')
    expect(await account()).toMatchObject({
      usage: { sites: 6, keys: 11 },
      limits: { sites: 5, keys: 10 },
      seats: { used: 6, limit: 5 },
    })
    await app.changePlan(org, 'free')
    expect(await makeKey()).toBe('PLAN_REQUIRED')
    await app.changePlan(org, 'business')
    expect(await makeSite('more.example')).toBeUndefined()
    expect(await makeKey()).toBeUndefined()
    expect(await invite('more')).toBeUndefined()
  })
})

describe('the clock changes a plan at the very request, and tells of it once', () => {
  const afterGrace = { days: 7 }

  it('pauses a plan seven days after a payment failed, and a payment brings it back', async () => {
    await tell({ kind: 'unpaid', since: app.clock.now() })
    app.clock.advance({ days: 6, hours: 23 })
    session = await app.session(org)
    expect(await codeOf('GET', '/sites', key)).toBeUndefined()
    expect(await account()).toMatchObject({
      billing: { status: 'past_due' },
      limits: { sites: 25 },
    })
    app.clock.advance({ hours: 1 })
    expect(await codeOf('GET', '/sites', key)).toBe('PLAN_REQUIRED')
    expect(await mcpStatus()).toBe(403)
    expect(await account()).toMatchObject({
      plan: 'business',
      billing: { status: 'paused' },
      limits: { sites: 1, requestsPerMinute: 60 },
      features: { mcp: false },
    })
    expect(statusesTold()).toEqual(['past_due'])
    await settle()
    await settle()
    expect(statusesTold()).toEqual(['past_due', 'paused'])
    expect(auditEntries(app.directory, org.id).at(-1)).toMatchObject({
      action: 'org.change_plan',
      actor_type: 'system',
      actor_id: 'clock',
      detail:
        '{"before":"business","after":"business","statusBefore":"past_due","status":"paused"}',
    })
    await tell({ kind: 'paid' })
    expect(await codeOf('GET', '/sites', key)).toBeUndefined()
    expect(statusesTold()).toEqual(['past_due', 'paused', 'active'])
  })

  it('ends a cancelled plan at its time, and not before', async () => {
    await tell({ kind: 'cancelled', until: app.clock.now() + 3_600_000 })
    expect(await codeOf('GET', '/sites', key)).toBeUndefined()
    expect(await account()).toMatchObject({
      billing: {
        gateway: null,
        status: 'cancelled',
        cancelled: true,
        periodEnd: new Date(app.clock.now() + 3_600_000).toISOString(),
        cancelAtPeriodEnd: true,
      },
    })
    app.clock.advance({ hours: 1 })
    expect(await codeOf('GET', '/sites', key)).toBe('PLAN_REQUIRED')
    expect(await account()).toMatchObject({
      billing: { status: 'expired', cancelled: true, cancelAtPeriodEnd: false },
    })
    await settle()
    expect(statusesTold()).toEqual(['cancelled', 'expired'])
    await tell({ kind: 'paid' })
    expect(statusesTold()).toEqual(['cancelled', 'expired', 'active'])
    expect(await account()).toMatchObject({ billing: { status: 'active', cancelled: false } })
  })

  it('ends a trial that nobody paid for', async () => {
    const trialEnd = app.clock.now() + 3_600_000
    await tell({ kind: 'subscribed', plan: 'enterprise', trialEnd })
    expect(await account()).toMatchObject({ plan: 'enterprise', features: { branding: true } })
    app.clock.advance({ hours: 1 })
    expect(await account()).toMatchObject({ plan: 'enterprise', features: { branding: false } })
    await settle()
    expect(statusesTold()).toEqual(['trialing', 'expired'])
  })

  it('tells nothing twice where a change comes before the look of the clock', async () => {
    await tell({ kind: 'unpaid', since: app.clock.now() })
    app.clock.advance(afterGrace)
    await tell({ kind: 'paid' })
    await settle()
    expect(statusesTold()).toEqual(['past_due', 'active'])
  })

  it('leaves a plan without an end as it is for ever', async () => {
    const own = await app.org('self_hosted')
    const ownKey = await app.key(own)
    app.clock.advance({ days: 4_000 })
    await settle()
    expect(await codeOf('GET', '/sites', ownKey)).toBeUndefined()
    expect(outboxEvents(app.directory, own.id)).toEqual([])
  })
})

describe('what is told', () => {
  it('is nothing where nothing changed', async () => {
    const subscribed = { kind: 'subscribed', plan: 'business', trialEnd: null } as const
    await tell(subscribed)
    await tell({ kind: 'paid' })
    expect(statusesTold()).toEqual([])
    expect(auditEntries(app.directory, org.id)).not.toContainEqual(
      expect.objectContaining({ action: 'org.change_plan' }),
    )
  })

  it('is the plan, its status and whether it was cancelled, and nothing of a change that is refused', async () => {
    await app.changePlan(org, 'pro')
    await tell({ kind: 'cancelled', until: app.clock.now() + 1_000 })
    await tell({ kind: 'resumed' })
    await expect(tell({ kind: 'paused' }, { kind: 'resumed' })).rejects.toThrow('not cancelled')
    const told = (status: string, cancelled: boolean) => ({
      event: 'subscription.updated',
      payload: { orgId: org.id, plan: 'pro', status, cancelled },
    })
    expect(outboxEvents(app.directory, org.id)).toEqual([
      told('active', false),
      told('cancelled', true),
      told('active', false),
    ])
  })
})
