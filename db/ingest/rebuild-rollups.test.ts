import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onFile } from '../../src/testing/credential-matrix.ts'
import { dayStart, localDay } from '../../src/lib/time/zone.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'

let app: TestApp
let site: string

beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
})

beforeEach(async () => {
  site = await app.site(await app.key(await app.org('self_hosted')))
})

afterAll(() => app[Symbol.asyncDispose]())

const READERS = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5'] as const

const send = (event: Record<string, string>, address: string) =>
  app.collect(site, [{ url: '/', ...event }], { 'x-forwarded-for': address })

const click = (address: string) => send({ kind: 'ai_click', target: 'chatgpt' }, address)
const visit = (address: string) =>
  send({ kind: 'referral', referrer: 'https://chatgpt.com/' }, address)

const maintenance = () => app.app.services.database.maintenance

async function stored() {
  const sites = await app.app.services.database.retention.sites()
  const row = sites.find(({ id }) => id === site)
  if (!row) throw new Error('The site is not there')
  return row
}

const isStale = async () => (await maintenance().staleSites()).some(({ id }) => id === site)

const differences = async () => {
  const { num, rollup_timezone: zone } = await stored()
  return maintenance().verify(num, zone)
}

const move = (zone: string): void => {
  onFile(app, (file) => file.prepare('UPDATE site SET timezone = ? WHERE id = ?').run(zone, site))
}

describe('rebuildRollups', () => {
  it('a rebuild begins again where the time zone changes meanwhile, whoever else counts', async () => {
    for (const reader of READERS.slice(0, 2)) await click(reader)
    app.clock.advance({ hours: 7 })
    for (const reader of READERS.slice(1, 3)) await click(reader)
    const { num } = await stored()
    move('Asia/Tokyo')
    const first = maintenance().rebuild(num)
    await first.next()
    move('America/Los_Angeles')
    const second = maintenance().rebuild(num)
    for (let isDone = false; !isDone;) {
      const steps = [await second.next(), await first.next()]
      isDone = steps.every(({ done }) => done)
    }
    expect((await stored()).rollup_timezone).toBe('America/Los_Angeles')
    expect(await isStale()).toBe(false)
    expect(await differences()).toEqual([])
  })

  it('rollups follow a zone that is changed there and back', async () => {
    await click(READERS[0])
    const { num } = await stored()
    for (const zone of ['Asia/Tokyo', 'America/Los_Angeles', 'Asia/Tokyo']) {
      move(zone)
      app.app.services.maintenance.rebuildRollups({ num, id: site })
    }
    await app.app.services.maintenance.onIdle()
    expect((await stored()).rollup_timezone).toBe('Asia/Tokyo')
    expect(await isStale()).toBe(false)
    expect(await differences()).toEqual([])
  })

  it('a rebuild ends with its site', async () => {
    for (const reader of READERS) await click(reader)
    const { num } = await stored()
    const steps = maintenance().rebuild(num)
    await steps.next()
    onFile(app, (file) => file.prepare('DELETE FROM site WHERE id = ?').run(site))
    const rest: unknown[] = []
    for await (const step of steps) rest.push(step)
    expect(rest.length).toBeLessThan(20)
  })
})

it('a click and a visit of one millisecond count as if the click came first, in either order', async () => {
  await visit(READERS[0])
  await click(READERS[0])
  await click(READERS[1])
  await visit(READERS[1])
  expect(await differences()).toEqual([])
  expect(await isStale()).toBe(false)
})

it('a click in the last millisecond of a day, in which its visit began, counts in that day', async () => {
  const { rollup_timezone: zone } = await stored()
  const now = app.clock.now()
  app.clock.advance({ ms: dayStart(zone, localDay(zone, now) + 1) - 1 - now })
  await visit(READERS[0])
  await click(READERS[0])
  expect(await differences()).toEqual([])
  expect(await isStale()).toBe(false)
})
