import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import rows from '../../net/ssrf-urls.data.json' with { type: 'json' }
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let key: string

beforeAll(async () => {
  app = await TestApp.start()
  key = await app.key(await app.org('self_hosted'))
})

afterAll(() => app[Symbol.asyncDispose]())

const create = (url: string) =>
  app.api('POST', '/sites', { token: key, body: { url, scan: false } })

describe('the address of a new site', () => {
  const refused = rows.filter(({ expect: verdict }) => verdict === 'refused')

  it.each(refused.map(({ url, what }) => [what, url]))(
    'a site at %s is refused: %s',
    async (_, url) => {
      const { status, body } = await create(url)
      expect(status).toBe(422)
      expect(body.error?.code).toBe('VALIDATION_FAILED')
    },
  )

  it('a site at a private address is refused, and says so, while private networks are closed', async () => {
    const site = { url: 'http://127.0.0.1:8080/' }
    const { status, body } = await app.api('POST', '/sites', { token: key, body: site })
    expect(status).toBe(422)
    expect(body.error?.fields).toMatchObject([{ path: 'url', code: 'blocked_address' }])
  })

  it('a site at a public address is taken', async () => {
    expect((await create('https://93.184.215.14/')).status).toBe(201)
  })
})
