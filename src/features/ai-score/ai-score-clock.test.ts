import { afterEach, beforeEach, expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'
import { page, WebSite } from '../../testing/web-site.ts'

let app: TestApp
let web: WebSite
let key: string

// Each test has a service of its own: its clock goes back.
beforeEach(async () => {
  app = await TestApp.start({ environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } })
  key = await app.key(await app.org(), ['sites:read'])
  web = await WebSite.start({ '/': page('Home') })
})

afterEach(async () => {
  await app[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

const score = (url: string) => app.api('POST', '/tools/ai-score', { token: key, body: { url } })

it.each([{ days: 1 }, { days: -1 }])(
  'ten scores an hour are allowed of one host, also for a clock that was wrong for a moment by $days days',
  async ({ days }) => {
    app.clock.jump({ days })
    const pages = `${web.url}/?page=`
    for (let i = 0; i < 5; i++) expect((await score(`${pages}${i}`)).status).toBe(200)
    app.clock.jump({ days: -days })
    for (let i = 5; i < 10; i++) expect((await score(`${pages}${i}`)).status).toBe(200)
    app.clock.advance({ minutes: 2 })
    const refused = await score(`${pages}10`)
    expect(refused.headers.get('retry-after')).toBe(String(58 * 60))
    app.clock.advance({ minutes: 58 })
    expect((await score(`${pages}10`)).status).toBe(200)
  },
)
