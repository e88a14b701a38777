import { afterAll, beforeAll, expect, it } from 'vitest'
import { DELIVERY_QUEUE } from '../../../db/webhooks/enqueue-deliveries.ts'
import { domainEvent } from '../../kernel/door/domain-events.ts'
import { EVENT_NAMES, EVENT_TYPES, type EventName } from '../../domain/webhooks/event-types.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { inspectOrg } from '../../testing/org-rows.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app[Symbol.asyncDispose]())

async function openTenant() {
  const org = await app.org()
  const { context } = app.app.services
  const tenant = context.tenant(org.id)
  const subscribe = async (
    events: readonly EventName[],
    siteIds: readonly string[] | null = null,
  ) => {
    const id = context.newId('whk')
    await tenant.webhooks
      .insert({
        id,
        url: 'https://receiver.example/',
        events: JSON.stringify(events),
        site_ids: siteIds && JSON.stringify(siteIds),
        description: '',
        is_paused: 1, // so that nothing is sent
        paused_reason: null,
        disabled_at: null,
        disabled_reason: null,
        secret: 'sealed',
        old_secret: null,
        old_secret_until: null,
        has_event_id: 1,
        failures: 0,
        failing_since: null,
        version: 1,
        created_by: 'cli',
        vouched_by: 'cli',
        created_at: 0,
        updated_at: 0,
      })
      .execute()
    return id
  }
  const queued = () =>
    inspectOrg(app.directory, org.id, (db) =>
      db
        .prepare<[string], { payload: string; group_key: string; run_at: number }>(
          'SELECT payload, group_key, run_at FROM job WHERE queue = ? ORDER BY id',
        )
        .all(DELIVERY_QUEUE)
        .map(({ payload, ...job }) => ({ ...job, ...(JSON.parse(payload) as object) })),
    )
  return { org, tenant, context, subscribe, queued }
}

const depleted = (orgId: string) =>
  ({ event: 'credits.depleted', payload: { orgId, balance: 0 } }) as const

it('an event is queued for each subscription that hears of it, in the transaction of its cause', async () => {
  const { org, tenant, context, subscribe, queued } = await openTenant()
  const other = await openTenant()
  await other.subscribe(EVENT_NAMES)
  const first = await subscribe(EVENT_NAMES)
  await subscribe(['credits.low'])
  const second = await subscribe(['scan.failed', 'credits.depleted'])
  const event = domainEvent(context, depleted(org.id))
  const failed = tenant.transaction(async (trx) => {
    await trx.emit(event)
    throw new Error('Killed here')
  })
  await expect(failed).rejects.toThrow('Killed here')
  expect(queued()).toEqual([])
  await tenant.transaction((trx) => trx.emit(event))
  expect(queued()).toEqual(
    [first, second].toSorted().map((subscriptionId) => ({
      orgId: org.id,
      subscriptionId,
      eventId: event.id,
      group_key: subscriptionId,
      run_at: event.at,
    })),
  )
  expect(other.queued()).toEqual([])
})

it('a subscription to some sites hears of those, and of the organization', async () => {
  const { org, tenant, context, subscribe, queued } = await openTenant()
  const siteId = await app.site(await app.session(org))
  const site = await tenant.sites.find(siteId)
  const meant = await subscribe(EVENT_NAMES, [siteId])
  const elsewhere = await subscribe(EVENT_NAMES, ['site_other'])
  const ofSite = domainEvent(context, {
    event: 'citation.detected',
    payload: { siteId, cited: 1, total: 2, engines: ['chatgpt'] },
  })
  const ofOrg = domainEvent(context, depleted(org.id))
  await tenant.transaction((trx) => trx.emit(ofSite, site))
  await tenant.transaction((trx) => trx.emit(ofOrg))
  const heard = queued().map((job) => ({ ...job, orgId: undefined }))
  expect(heard).toHaveLength(3)
  expect(heard).toMatchObject(
    [
      { subscriptionId: meant, eventId: ofSite.id },
      { subscriptionId: meant, eventId: ofOrg.id },
      { subscriptionId: elsewhere, eventId: ofOrg.id },
    ].toSorted((a, b) =>
      `${a.eventId}.${a.subscriptionId}` < `${b.eventId}.${b.subscriptionId}` ? -1 : 1,
    ),
  )
})

it.each(EVENT_NAMES)('the example of %s has the form of its payload', (event) => {
  const { payload, example } = EVENT_TYPES[event]
  expect(payload.parse(example)).toEqual(example)
})

it('each event has a name of the contract, in its order', () => {
  expect(Object.keys(EVENT_TYPES)).toEqual(EVENT_NAMES)
})
