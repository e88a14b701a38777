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

it('a clock that is set back by a minute changes no order: sums stay right without being counted anew', async () => {
  for (const address of ['192.0.2.1', '192.0.2.2']) await send('referral', address)
  app.clock.advance({ minutes: -1 })
  for (const address of ['192.0.2.1', '192.0.2.2']) await send('ai_click', address)
  expect(await verify()).toEqual([])
})
