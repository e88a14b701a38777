import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Plan } from '../../kernel/plan/plans.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { countOrgRows, inspectOrg } from '../../testing/org-rows.ts'
import { heldPage, page, WebSite } from '../../testing/web-site.ts'

const OPEN = { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8', SCAN_TIMEOUT_MS: '30000' }
const DAY_MS = 86_400_000

let app: TestApp
let org: TestOrg
let key: string
let web: WebSite

beforeAll(async () => {
  app = await TestApp.start({ environment: OPEN })
})

beforeEach(async () => {
  org = await app.org()
  key = await app.key(org)
  web = await WebSite.start({ '/': page('Home') })
})

// No schedule of a test goes on in the next.
afterEach(async () => {
  const token = await app.session(org)
  const sites = await app.api('GET', '/sites', { token })
  // @NOTE lists have their items in `data`.
  for (const { id } of sites.body.data as unknown as { id: string }[]) {
    await app.api('DELETE', `/sites/${id}`, { token })
  }
  app.clock.advance({ days: 8 })
  await app.app.services.jobs.onIdle()
  await web[Symbol.asyncDispose]()
})

afterAll(() => app[Symbol.asyncDispose]())

const addSite = (scan: Record<string, unknown> = { now: false, schedule: 'daily' }) =>
  app.site(key, { url: `${web.url}/`, scan })

const change = (site: string, body: Record<string, unknown>) =>
  app.api('PUT', `/sites/${site}`, { token: key, body })

/** Reads when the next round is due; null without a next round. */
const nextOf = (site: string): number | null =>
  inspectOrg(app.directory, org.id, (db) =>
    db
      .prepare<[string], number | null>('SELECT next_scan_at FROM site WHERE id = ?')
      .pluck()
      .get(site)!,
  )

/** Moves the clock to a moment, and runs everything that is due then. */
async function until(at: number | null): Promise<void> {
  if (at === null) throw new Error('No scan is planned')
  app.clock.set(new Date(at).toISOString())
  await app.app.services.jobs.onIdle()
}

/** Reads trigger and state of each scan, in the order in which they were queued. */
const scans = () =>
  inspectOrg(app.directory, org.id, (db) =>
    db.prepare('SELECT origin, state FROM scan ORDER BY num').raw().all(),
  )

const jobs = () => countOrgRows(app.directory, org.id, 'job')

describe('a daily schedule', () => {
  it('a daily schedule scans once a day, at the same time of the day', async () => {
    const site = await addSite()
    const first = nextOf(site)
    expect(first).toBeGreaterThan(app.clock.now())
    expect(first).toBeLessThanOrEqual(app.clock.now() + DAY_MS)
    await until(first! - 1)
    expect(scans()).toEqual([])
    for (let day = 0; day < 3; day++) {
      expect(nextOf(site)).toBe(first! + day * DAY_MS)
      await until(first! + day * DAY_MS)
      expect(scans()).toHaveLength(day + 1)
    }
    expect(new Set(scans().map(String))).toEqual(new Set(['schedule,succeeded']))
    expect(jobs()).toBe(1)
  })

  it('a scheduled scan says what asked for it', async () => {
    const site = await addSite()
    await until(nextOf(site))
    const [id] = inspectOrg(app.directory, org.id, (db) =>
      db.prepare('SELECT id FROM scan').pluck().all(),
    )
    const { body } = await app.api('GET', `/scan/${String(id)}`, { token: key })
    expect(body.data).toMatchObject({
      kind: 'onboarding',
      trigger: 'schedule',
      requestedBy: { type: 'system', id: 'schedule' },
    })
  })

  it('a daily schedule leaves half a day after the scan of a new site', async () => {
    const site = await addSite({ schedule: 'daily' })
    await app.app.services.jobs.onIdle()
    const next = nextOf(site)
    expect(next).toBeGreaterThanOrEqual(app.clock.now() + DAY_MS / 2)
    expect(next).toBeLessThan(app.clock.now() + 1.5 * DAY_MS)
    await until(next)
    expect(scans()).toEqual([
      ['api', 'succeeded'],
      ['schedule', 'succeeded'],
    ])
  })

  it('a schedule goes on where a site is down', async () => {
    const site = await addSite()
    web.pages.set('/', (request) => request.socket.destroy())
    await until(nextOf(site))
    web.pages.set('/', page('Home'))
    await until(nextOf(site))
    expect(scans()).toEqual([
      ['schedule', 'failed'],
      ['schedule', 'succeeded'],
    ])
  })

  it('a schedule leaves a round out while a scan is under way', async () => {
    const site = await addSite()
    const home = heldPage(page('Home'))
    web.pages.set('/', home.answer)
    await app.api('POST', '/scan', { token: key, body: { siteId: site } })
    await home.asked
    const due = nextOf(site)!
    app.clock.set(new Date(due).toISOString())
    app.app.services.jobs.wake('schedule')
    while (nextOf(site) === due) await nextTurn()
    expect(scans()).toEqual([['api', 'running']])
    home.release()
    await app.app.services.jobs.onIdle()
    expect(scans()).toEqual([['api', 'succeeded']])
    expect(nextOf(site)).toBe(due + DAY_MS)
    await until(due + DAY_MS)
    expect(scans()).toEqual([
      ['api', 'succeeded'],
      ['schedule', 'succeeded'],
    ])
  })

  it('a schedule rests while the site is paused, and goes on after', async () => {
    const site = await addSite()
    await change(site, { status: 'paused' })
    await until(nextOf(site))
    expect(scans()).toEqual([])
    await change(site, { status: 'active' })
    await until(nextOf(site))
    expect(scans()).toHaveLength(1)
  })
})

describe('a change of the schedule', () => {
  it('a schedule that is turned off scans no more, and leaves no job behind', async () => {
    const site = await addSite()
    const due = nextOf(site)
    const known = await app.api('GET', `/sites/${site}`, { token: key })
    expect(known.body.data['stats']).toMatchObject({ nextScanAt: new Date(due!).toISOString() })
    const { body } = await change(site, { scan: { schedule: 'off' } })
    expect(body.data).toMatchObject({ scan: { schedule: 'off' }, stats: { nextScanAt: null } })
    await until(due)
    expect([scans(), jobs()]).toEqual([[], 0])
  })

  it('a new schedule takes the place of the one before, however often it changes', async () => {
    const site = await addSite()
    const daily = nextOf(site)
    for (const schedule of ['off', 'daily', 'weekly', 'daily', 'weekly']) {
      await change(site, { scan: { schedule } })
    }
    const weekly = nextOf(site)!
    expect(jobs()).toBe(weekly === daily ? 1 : 2)
    await days(14)
    expect(scans()).toHaveLength(2)
    expect(jobs()).toBe(1)
    expect((nextOf(site)! - weekly) % (7 * DAY_MS)).toBe(0)
  })

  it('sending the same schedule again changes nothing', async () => {
    const site = await addSite()
    const due = nextOf(site)
    app.clock.advance({ minutes: 1 })
    await change(site, { scan: { schedule: 'daily', exclude: ['/drafts/*'] } })
    expect(nextOf(site)).toBe(due)
    expect(jobs()).toBe(1)
  })

  it('a schedule ends with its site', async () => {
    const site = await addSite()
    const due = nextOf(site)
    await app.api('DELETE', `/sites/${site}`, { token: await app.session(org) })
    await until(due)
    expect([scans(), jobs()]).toEqual([[], 0])
  })
})

it('a round that ends its process every time is left out, and the schedule goes on', async () => {
  const site = await addSite()
  const due = nextOf(site)!
  const store = app.app.services.database.jobs
  for (let process = 0; process < 5; process++) {
    await store.claim('schedule', { limit: 1, leaseMs: 0, nowMs: due })
  }
  await until(due)
  expect(scans()).toEqual([])
  expect(nextOf(site)).toBe(due + DAY_MS)
  await until(due + DAY_MS)
  expect(scans()).toEqual([['schedule', 'succeeded']])
})

describe('the plan of a schedule', () => {
  it.each([
    [
      'free',
      'weekly',
      'Weekly scans need the Pro plan or higher; start scans with POST /api/v1/scan',
    ],
    [
      'pro',
      'daily',
      'Daily scans need the Business plan or higher; the plan pro scans weekly at most',
    ],
  ] as const)(
    'the plan %s does not reach %s, and says which one does',
    async (plan, schedule, message) => {
      const token = await app.session(await app.org(plan))
      const site = await app.site(token, { scan: { now: false } })
      const refused = await app.api('PUT', `/sites/${site}`, {
        token,
        body: { scan: { schedule } },
      })
      expect(refused.status).toBe(403)
      expect(refused.body.error).toMatchObject({
        code: 'PLAN_REQUIRED',
        message,
        fields: [{ path: 'scan.schedule', location: 'body', code: 'plan_limit', message }],
      })
      const { status } = await app.api('POST', '/sites', {
        token,
        body: { domain: 'b.example', scan: { schedule } },
      })
      expect(status).toBe(403)
    },
  )

  it('a plan that became smaller scans as seldom as it says, and daily again once it grows', async () => {
    const site = await addSite()
    await setPlan('pro')
    await rounds(site, 3)
    const [afterPlanned, ...weekly] = gaps(queuedAt())
    expect(afterPlanned).toBeGreaterThanOrEqual(3.5 * DAY_MS)
    expect(weekly).toEqual([7 * DAY_MS])
    await setPlan('business')
    await rounds(site, 3)
    expect(gaps(queuedAt()).slice(3)).toEqual([DAY_MS, DAY_MS])
    expect(jobs()).toBe(1)
  })

  it('a plan that allows no schedule any more scans nothing, until it does again', async () => {
    const site = await addSite()
    await setPlan('free')
    await rounds(site, 3)
    expect(scans()).toEqual([])
    await setPlan('business')
    await rounds(site, 3)
    expect(scans()).toHaveLength(3)
  })
})

const setPlan = (plan: Plan) => app.changePlan(org, plan)

/** Moves the clock, round by round. */
async function rounds(site: string, count: number): Promise<void> {
  for (let round = 0; round < count; round++) await until(nextOf(site))
}

/** Moves the clock, day by day. */
async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day++) {
    app.clock.advance({ days: 1 })
    await app.app.services.jobs.onIdle()
  }
}

const queuedAt = () =>
  inspectOrg(app.directory, org.id, (db) =>
    db.prepare<[], number>('SELECT queued_at FROM scan ORDER BY num').pluck().all(),
  )

const gaps = (times: readonly number[]): number[] => times.slice(1).map((at, i) => at - times[i]!)
