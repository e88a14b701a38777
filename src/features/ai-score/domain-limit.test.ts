import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ScoreMemory } from '../../domain/ai-score/score-cache.ts'
import { HOUR_MS } from '../../lib/time/clock.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { page, WebSite } from '../../testing/web-site.ts'
import { HourlyLimit, scoredDomain } from './hourly-limit.ts'

let app: TestApp
let web: WebSite

beforeAll(async () => {
  web = await WebSite.start({ '/': page('Home'), '/robots.txt': '' })
  app = await TestApp.start({
    environment: { ALLOW_PRIVATE_NETWORKS: '1', TRUST_PROXY: '1' },
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  })
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

beforeEach(() => app.clock.advance({ hours: 2 }))

let sent = 0
/** Scores an address on the web server, each time from another network address; returns the HTTP status. */
async function scoreOf(host: string, token: string): Promise<number> {
  const { port } = new URL(web.url)
  const { status } = await app.api('POST', '/tools/ai-score', {
    token,
    body: { url: `http://${host}:${port}/?n=${++sent}`, checks: ['C1'] },
    headers: { 'x-forwarded-for': `10.9.${sent >> 8}.${sent & 255}` },
  })
  return status
}
const allowedOf = async (hosts: readonly string[], token: string): Promise<number> => {
  const statuses: number[] = []
  for (const host of hosts) statuses.push(await scoreOf(host, token))
  return statuses.filter((status) => status === 200).length
}
const named = (times: number, make: (n: number) => string) =>
  Array.from({ length: times }, (_, n) => make(n))

describe('scores of one registrable domain', () => {
  it('are ten an hour, whatever the name below it, and none of another holder', async () => {
    const key = await app.key(await app.org('enterprise'))
    const deep = (n: number) => ['a.b', 'www', 'x_y', '-z', 'A', 'ü'][n % 6] ?? ''
    expect(
      await allowedOf(
        named(24, (n) => `${deep(n)}.n${n}.shore.example`),
        key,
      ),
    ).toBe(10)
    expect(await allowedOf(['shore.example', 'SHORE.example', 'shore.example.'], key)).toBe(0)
    expect(await allowedOf(['shore2.example', 'shore.example.org'], key)).toBe(2)
    expect(
      await allowedOf(
        named(12, (n) => `n${n}.a.github.io`),
        key,
      ),
    ).toBe(10)
    expect(await allowedOf(['b.github.io', 'github.io', 'a.gitlab.io'], key)).toBe(3)
    app.clock.advance({ minutes: 61 })
    expect(await scoreOf('shore.example', key)).toBe(200)
  })

  it('go by the host where there is no such domain, one for each spelling', () => {
    const spellings = [
      ['http://www.shop.co.uk:8080/', 'https://SHOP.co.uk./x', 'shop.co.uk'],
      ['http://a.xn--80ak6aa92e.com/', 'https://аррӏе.com', 'xn--80ak6aa92e.com'],
      ['http://1.2.3.4/', 'https://0x01020304:80/', '1.2.3.4'],
      ['http://16909060/', 'https://[::ffff:1.2.3.4]:443/', '1.2.3.4'],
      ['http://[2001:db8::1]/', 'https://[2001:db8:0:0:ffff::2]/', '2001:db8:0:0'],
      ['http://github.io/', 'https://github.io.', 'github.io'],
      ['http://localhost:3000/', 'http://LOCALHOST.:3000', 'localhost 3000'],
    ] as const
    for (const [one, other, domain] of spellings) {
      expect([one, scoredDomain(new URL(one))]).toEqual([one, domain])
      expect([other, scoredDomain(new URL(other))]).toEqual([other, domain])
    }
  })

  it('stay counted under a flood of others, in a bounded memory', () => {
    const memory = new ScoreMemory()
    const admits = (host: string) =>
      new HourlyLimit(memory, () => HOUR_MS).admits(new URL(`https://${host}/`))
    for (let i = 0; i < 10; i++) expect(admits('shore.example')).toBe(true)
    for (let i = 0; i < 150_000; i++) admits(`n${i}.example`)
    expect(admits('shore.example')).toBe(false)
  })
})

describe('scores of a site by its own organization', () => {
  const siteOf = async (org: TestOrg, domain: string) => {
    const { port } = new URL(web.url)
    const token = await app.session(org)
    const body = { url: `http://${domain}:${port}/`, scan: false }
    const { status, body: made } = await app.api('POST', '/sites', { token, body })
    expect([status, made.error]).toEqual([201, null])
    return String(made.data['id'])
  }

  it('are not counted, nor refused for what strangers asked', async () => {
    const org = await app.org('self_hosted')
    await siteOf(org, 'cove.example')
    const own = await app.key(org)
    expect(
      await allowedOf(
        named(12, () => 'cove.example'),
        own,
      ),
    ).toBe(12)
    const stranger = await app.key(await app.org('enterprise'))
    expect(
      await allowedOf(
        named(12, () => 'cove.example'),
        stranger,
      ),
    ).toBe(10)
    expect(await scoreOf('cove.example', own)).toBe(200)
    expect(
      await allowedOf(
        named(12, (n) => `n${n}.other.example`),
        own,
      ),
    ).toBe(10)
  })

  it('are ten an hour apart where nothing proves that the site is its own', async () => {
    const org = await app.org('enterprise')
    const siteId = await siteOf(org, 'dune.example')
    const own = await app.key(org)
    const stranger = await app.key(await app.org('enterprise'))
    expect(
      await allowedOf(
        named(12, () => 'dune.example'),
        stranger,
      ),
    ).toBe(10)
    expect(
      await allowedOf(
        named(12, () => 'dune.example'),
        own,
      ),
    ).toBe(10)
    const body = { checks: ['C1'] }
    const answer = await app.api('POST', `/sites/${siteId}/score`, { token: own, body })
    expect(answer.body.error?.code).toBe('RATE_LIMITED')
  })
})
