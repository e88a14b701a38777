import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'
import { page, WebSite } from '../../testing/web-site.ts'

const NAMES: Readonly<Record<string, string>> = {
  'inside.example': '127.0.0.1',
  'other.example': '10.1.2.3',
}
const HOSTS = [
  '{web}/tea', // which is served, and allowed to scans
  'http://127.0.0.1:9/', // where no server listens
  'http://127.0.0.1/',
  'http://localhost/',
  'http://10.1.2.3/',
  'https://[::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'https://inside.example/',
  'https://other.example/',
  'https://nowhere.example/',
  'https://nowhere.example:8443/',
  'https://user:secret@nowhere.example/',
]

let app: TestApp
let web: WebSite

beforeAll(async () => {
  web = await WebSite.start({ '/': page('Home'), '/tea': page('Tea') })
  app = await TestApp.start({
    environment: { ALLOW_PRIVATE_NETWORKS: '1' },
    resolve: (name) =>
      NAMES[name]
        ? Promise.resolve([{ address: NAMES[name], family: 4 }])
        : Promise.reject(Object.assign(new Error('No such name'), { code: 'ENOTFOUND' })),
  })
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

it.each([
  ['no credential', async () => undefined],
  ['a key without sites:read', async () => app.key(await app.org(), ['analytics:read'])],
  ['a key whose plan has no keys', async () => app.key(await app.org('free'), ['*'])],
])('the public score refuses every host alike, with %s', async (_, credential) => {
  const refusals = new Set<string>()
  const token = await credential()
  for (const host of HOSTS) {
    app.clock.advance({ minutes: 1, seconds: 1 })
    const url = host.replace('{web}', web.url)
    const { status, body } = await app.api('POST', '/tools/ai-score', {
      body: { url },
      ...(token !== undefined && { token }),
    })
    refusals.add(JSON.stringify([status, body.error]))
  }
  expect([...refusals]).toEqual([expect.stringContaining('"code":"not_fetched"')])
  expect(web.asked).toEqual([])
})
