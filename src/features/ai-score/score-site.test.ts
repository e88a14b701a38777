import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NO_CALLER } from '../../cli/operator.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { ScannedSite } from '../../testing/scanned-site.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { page, type PageHandler } from '../../testing/web-site.ts'
import { scoreSite } from './score-site.ts'

let app: TestApp
let site: ScannedSite

beforeAll(async () => {
  app = await ScannedSite.startApp()
})

beforeEach(async () => {
  site = await ScannedSite.startOn(app, {
    '/': page('Home', { links: ['/a', '/b'] }),
    '/a': page('A'),
  })
  site.web.asked.length = 0
})

afterEach(() => site[Symbol.asyncDispose]())

afterAll(() => app[Symbol.asyncDispose]())

interface Check {
  id: string
  status: string
  evidence: { details: string[] }
}

const score = (body: Record<string, unknown> = {}, token = site.key) =>
  site.app.api('POST', `/sites/${site.id}/score`, { token, body })

async function check(id: string, body: Record<string, unknown> = {}): Promise<Check> {
  const answer = await score({ checks: [id], ...body })
  expect(answer.body.error).toBeNull()
  return (answer.body.data['checks'] as Check[]).find((one) => one.id === id)!
}

const audits = () =>
  auditEntries(site.app.directory, site.org.id).filter(({ action }) => action === 'site.score')

const agents = () => site.web.asked.map(({ headers }) => headers['user-agent'] ?? '')

/**
 * Makes the handler of a page that answers user agents with `name` in them by `other`, and all others with the usual
 * page.
 */
const unlike =
  (name: string, other: PageHandler): PageHandler =>
  (request, response) => {
    if (request.headers['user-agent']?.includes(name)) return other(request, response)
    response.writeHead(200, { 'content-type': 'text/html' }).end(page('Home', { text: TEXT }))
  }
const TEXT = 'The tide comes in twice a day, and goes out twice a day. '.repeat(10)
const refuse: PageHandler = (_, response) => response.writeHead(403).end('No')

describe('the score of an own site', () => {
  it('the score of an own site is that of its start page, as the public tool has it', async () => {
    const own = await score()
    const open = await site.app.api('POST', '/tools/ai-score', {
      token: site.key,
      body: { url: site.web.url },
    })
    expect(own.status).toBe(200)
    expect(Object.keys(own.body.data)).toEqual(Object.keys(open.body.data))
    expect(own.body.data['score']).toBe(open.body.data['score'])
    expect(agents().every((agent) => agent.startsWith('CitableBot/'))).toBe(true)
    expect(audits()).toEqual([])
  })

  it('the score of an own site is fetched anew each time', async () => {
    expect(await check('A5')).toMatchObject({ status: 'pass' })
    site.web.pages.set('/', page('Home', { head: '<meta name="robots" content="noindex">' }))
    expect(await check('A5')).toMatchObject({ status: 'fail' })
  })

  it('the score knows whether another page has the same title', async () => {
    expect((await check('C1')).evidence.details.join()).not.toContain('same title')
    site.web.pages.set('/b', page('Home'))
    site.web.pages.set('/', page('Home', { links: ['/a', '/b'], text: TEXT }))
    expect(await site.scan()).toMatchObject({ state: 'succeeded' })
    expect((await check('C1')).evidence.details).toContain(
      `Another page has the same title: ${site.web.url}/b`,
    )
    expect((await score()).body.data['checks']).toContainEqual(
      expect.objectContaining({ id: 'C1', status: 'pass' }),
    )
    const copy = page('Home', { head: '<link rel="canonical" href="/">' })
    site.web.pages.set('/b', copy)
    expect(await site.scan()).toMatchObject({ state: 'succeeded' })
    expect((await check('C1')).evidence.details.join()).not.toContain('same title')
  })

  it('the answer says why there is no score', async () => {
    await site.web[Symbol.asyncDispose]()
    const { status, body } = await score()
    expect(status).toBe(409)
    expect(body.error?.message).toMatch(/^The start page cannot be scored\. .{10,}/)
  })

  it('ten scores an hour are made of an own site', async () => {
    for (let i = 0; i < 10; i++) expect((await score({ checks: ['C1'] })).status).toBe(200)
    expect((await score({ checks: ['C1'] })).body.error?.code).toBe('RATE_LIMITED')
    site.app.clock.advance({ minutes: 61 })
    expect((await score({ checks: ['C1'] })).status).toBe(200)
  })

  it('scoring an own site needs sites:write', async () => {
    const reader = await site.app.key(site.org, ['sites:read'])
    expect((await score({}, reader)).body.error?.code).toBe('INSUFFICIENT_SCOPE')
    expect(site.web.asked).toEqual([])
  })
})

describe('parity', () => {
  it('parity passes where all get the same, and the request is audited', async () => {
    expect(await check('A7', { parity: true })).toMatchObject({
      status: 'pass',
      evidence: {
        details: [expect.stringContaining('The same goes for GPTBot, ClaudeBot, PerplexityBot.')],
      },
    })
    const names = ['CitableBot', 'CitableBot', 'GPTBot', 'ClaudeBot', 'PerplexityBot', 'Chrome']
    expect(agents().map((agent) => names.find((name) => agent.includes(name)))).toEqual(names)
    expect(audits()).toMatchObject([{ target_id: site.id }])
    expect(JSON.parse(audits()[0]!.detail)).toEqual({ parity: true, url: `${site.web.url}/` })
  })

  it('parity warns where a bot is refused by its name, and never fails', async () => {
    site.web.pages.set('/', unlike('GPTBot', refuse))
    const { status, evidence } = await check('A7', { parity: true })
    expect(status).toBe('warn')
    expect(evidence.details[0]).toMatch(/^In the name of GPTBot: status 403, a refusal\./)
    expect(await check('A7')).toMatchObject({ status: 'pass' })
  })

  it('parity warns where a bot gets less than 80 % of the text', async () => {
    const short: PageHandler = (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(page('Home', { text: 'Hi.' }))
    site.web.pages.set('/', unlike('ClaudeBot', short))
    const { status, evidence } = await check('A7', { parity: true })
    expect(status).toBe('warn')
    expect(evidence.details).toEqual([
      expect.stringMatching(/^ClaudeBot gets 1?\d % of the text that a browser gets\.$/),
    ])
  })

  it('parity asks nothing in the name of a bot that robots.txt keeps out', async () => {
    site.web.pages.set('/robots.txt', 'User-agent: GPTBot\nDisallow: /\n')
    site.web.pages.set('/', unlike('GPTBot', refuse))
    const { status, evidence } = await check('A7', { parity: true })
    expect(status).toBe('pass')
    expect(evidence.details[0]).toContain('robots.txt keeps out GPTBot.')
    expect(agents().some((agent) => agent.includes('GPTBot'))).toBe(false)
  })

  it('parity needs a site whose widget was seen, or a server of one’s own', async () => {
    await using hosted = await ScannedSite.startOn(app, { '/': page('Home') }, { plan: 'business' })
    const ask = () => hosted.call('POST', `/sites/${hosted.id}/score`, { parity: true })
    hosted.web.asked.length = 0
    expect((await ask()).body.error?.code).toBe('CONFLICT')
    expect(hosted.web.asked).toEqual([])
    const beacon = { kind: 'pageview', url: `${hosted.web.url}/` }
    await hosted.app.beacon(hosted.id, [beacon], { origin: hosted.web.url })
    expect((await ask()).status).toBe(200)
  })
})

describe('the hourly limit of an own site', () => {
  it.each(['with', 'without'])(
    'the hourly limit refuses the eleventh score %s an Idempotency-Key',
    async (how) => {
      const ask = (idempotencyKey?: string) =>
        site.call(
          'POST',
          `/sites/${site.id}/score`,
          { checks: ['C1'] },
          {
            ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
          },
        )
      for (let i = 0; i < 10; i++) {
        expect((await ask(i % 2 === 0 ? `score ${i}` : undefined)).status).toBe(200)
      }
      const refused = await ask(how === 'with' ? 'score 10' : undefined)
      expect(refused.body.error).toMatchObject({ code: 'RATE_LIMITED' })
    },
  )

  it('the hourly limit counts calls with copies of the context together', async () => {
    const { context } = site.app.app.services
    const principal = { kind: 'operator', orgId: site.org.id, plan: 'self_hosted' } as const
    const caller = { requestId: 'req_test', ...NO_CALLER }
    const input = { siteId: site.id, checks: ['C1'] }
    const ask = () => scoreSite.execute({ ...context }, principal, caller, input)
    for (let i = 0; i < 10; i++) await ask()
    await expect(ask()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })
})
