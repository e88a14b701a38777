import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestApp } from '../../src/testing/start-test-app.ts'

let app: TestApp
let key: string
let site: string

// The clock of this service goes back.
beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
  key = await app.key(await app.org('self_hosted'))
  site = await app.site(key)
})
afterAll(() => app[Symbol.asyncDispose]())

const send = (kind: string, address: string) =>
  app.collect(
    site,
    [
      kind === 'referral'
        ? { kind, url: '/', referrer: 'https://chatgpt.com/' }
        : { kind, url: '/', target: 'chatgpt' },
    ],
    { 'x-forwarded-for': address },
  )

const num = async (): Promise<number> =>
  (await app.app.services.database.retention.sites())[0]?.num ?? 0

const verify = async () => {
  const { maintenance } = app.app.services.database
  return maintenance.verify(await num(), 'UTC')
}

const totals = async () => {
  const { body } = await app.api(
    'GET',
    `/analytics/${site}/ai?range=today&metrics=sessions,ai_clicks`,
    {
      token: key,
    },
  )
  return body.data['totals']
}

it('a clock that is set back by an hour has a day counted anew once; until maintenance has done it, events are counted', async () => {
  const readers = ['192.0.2.1', '192.0.2.2', '192.0.2.3']
  for (const address of readers) await send('ai_click', address)
  app.clock.advance({ hours: -1 })
  for (const address of readers) await send('ai_click', address)
  expect(await totals()).toEqual({ sessions: 6, ai_clicks: 6 })
  const { database, maintenance } = app.app.services
  expect(await database.maintenance.staleSites()).toHaveLength(1)
  maintenance.hourly()
  await maintenance.onIdle()
  expect(await database.maintenance.staleSites()).toEqual([])
  expect(await verify()).toEqual([])
  expect(await totals()).toEqual({ sessions: 6, ai_clicks: 6 })
})
