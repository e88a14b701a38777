import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestApp } from '../../src/testing/start-test-app.ts'

let app: TestApp
let site: string

// The clock of this service goes back.
beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
  site = await app.site(await app.key(await app.org('self_hosted')))
})

afterAll(() => app[Symbol.asyncDispose]())

const READERS = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5'] as const

const click = (address: string) =>
  app.collect(site, [{ kind: 'ai_click', url: '/', target: 'chatgpt' }], {
    'x-forwarded-for': address,
  })

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

it('rollups stay marked where they were marked meanwhile, and are right the next time', async () => {
  for (const reader of READERS) await click(reader)
  app.clock.jump({ hours: -1 })
  // The first is counted at once; from the second on the site is marked.
  for (const reader of READERS.slice(0, 2)) await click(reader)
  const { num } = await stored()
  let step = 0
  for await (const _ of maintenance().rebuild(num)) {
    if (step++ === 2) for (const reader of READERS.slice(2, 4)) await click(reader)
  }
  expect(await isStale()).toBe(true)
  for await (const _ of maintenance().rebuild(num));
  expect(await isStale()).toBe(false)
  expect(await differences()).toEqual([])
})
