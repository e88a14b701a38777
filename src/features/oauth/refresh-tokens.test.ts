import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import {
  connect,
  refreshBy,
  registerTestClient,
  ownerWithBrowser,
  type TestBrowser,
  toolsBy,
  type TestClient,
} from '../../testing/oauth-flow.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { inspectOrg } from '../../testing/org-rows.ts'

let app: TestApp
let org: TestOrg
let browser: TestBrowser
let client: TestClient

beforeAll(async () => {
  app = await TestApp.start()
  client = await registerTestClient(app)
})

beforeEach(async () => {
  app.clock.advance({ minutes: 2 })
  ;({ org, browser } = await ownerWithBrowser(app))
})

afterAll(() => app[Symbol.asyncDispose]())

const isIn = async (access: string | undefined) =>
  Array.isArray(await toolsBy(app, '/mcp', access ?? ''))
const reasons = () =>
  auditEntries(app.directory, org.id).flatMap(({ action, detail }) =>
    action === 'key.revoke' ? [(JSON.parse(detail) as { because: string }).because] : [],
  )

describe('a refresh token', () => {
  const connected = () => connect(app, { browser, client })

  it('becomes the next pair; an hour later the access token is over', async () => {
    const first = await connected()
    app.clock.advance({ minutes: 59 })
    expect(await isIn(first.access)).toBe(true)
    app.clock.advance({ minutes: 1 })
    expect(await isIn(first.access)).toBe(false)
    const { status, body } = await refreshBy(app, client, first.refresh)
    expect(status).toBe(200)
    expect(body.refresh_token).not.toBe(first.refresh)
    expect(await isIn(body.access_token)).toBe(true)
  })

  it('gets the same pair ten times at once and once more 100 s later', async () => {
    const { refresh } = await connected()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refreshBy(app, client, refresh)),
    )
    app.clock.advance({ seconds: 100 })
    answers.push(await refreshBy(app, client, refresh))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const pairs = answers.map(({ body }) => `${body.access_token} ${body.refresh_token}`)
    expect(new Set(pairs).size).toBe(1)
    const [{ body }] = [answers[0]!]
    expect(await isIn(body.access_token)).toBe(true)
    expect((await refreshBy(app, client, body.refresh_token ?? '')).status).toBe(200)
  })

  it('that comes back later ends the grant, and the log says so', async () => {
    const { refresh } = await connected()
    const { body } = await refreshBy(app, client, refresh)
    app.clock.advance({ seconds: 121 })
    expect((await refreshBy(app, client, refresh)).body.error).toBe('invalid_grant')
    expect(await isIn(body.access_token)).toBe(false)
    const next = await refreshBy(app, client, body.refresh_token ?? '')
    expect([next.status, next.body.error]).toEqual([400, 'invalid_grant'])
    expect(reasons()).toEqual(['a refresh token came back'])
  })

  it('is over when it was unused for 30 days, or when the grant is', async () => {
    const month = await connect(app, { browser, client, answer: { lasts: 'month' } })
    const day = await connect(app, { browser, client, answer: { lasts: 'day' } })
    const idle = await connect(app, { browser, client, answer: { lasts: 'idle' } })
    app.clock.advance({ hours: 24 })
    expect((await refreshBy(app, client, day.refresh)).body.error).toBe('invalid_grant')
    app.clock.advance({ days: 29 })
    expect((await refreshBy(app, client, month.refresh)).body.error).toBe('invalid_grant')
    app.clock.advance({ days: 59 })
    const renewed = await refreshBy(app, client, idle.refresh)
    expect(renewed.status).toBe(200)
    app.clock.advance({ days: 90 })
    const last = await refreshBy(app, client, renewed.body.refresh_token ?? '')
    expect(last.body.error).toBe('invalid_grant')
  })

  it('narrows an access token to less, never to more, and the grant stays', async () => {
    const { refresh } = await connected()
    const wider = await refreshBy(app, client, refresh, { scope: 'sites:read sites:write' })
    expect([wider.status, wider.body.error]).toEqual([400, 'invalid_scope'])
    const less = await refreshBy(app, client, refresh, { scope: 'sites:read' })
    expect(less.body['scope']).toBe('sites:read')
    expect(await toolsBy(app, '/mcp', less.body.access_token ?? '')).not.toContain('get_overview')
    const whole = await refreshBy(app, client, less.body.refresh_token ?? '')
    expect(whole.body['scope']).toContain('analytics:read')
  })

  it('is none for another client, another address, or in place of a code', async () => {
    const { refresh } = await connected()
    const other = await registerTestClient(app)
    const elsewhere = { resource: `${app.url}/mcp/data` }
    expect((await refreshBy(app, other, refresh)).body.error).toBe('invalid_grant')
    expect((await refreshBy(app, client, refresh, elsewhere)).body.error).toBe('invalid_target')
    expect((await refreshBy(app, client, await app.key(org))).body.error).toBe('invalid_grant')
    expect((await refreshBy(app, client, refresh)).status).toBe(200)
  })
})

it('a grant keeps the newest of its tokens, however often its client renews', async () => {
  const { refresh } = await connect(app, { browser, client })
  let last = refresh
  for (let i = 0; i < 205; i++) {
    if (i % 100 === 99) app.clock.advance({ minutes: 1 })
    last = (await refreshBy(app, client, last)).body.refresh_token ?? ''
  }
  const counts = inspectOrg(app.directory, org.id, (db) =>
    db
      .prepare<[string], { kind: string; n: number }>(
        `SELECT kind, count(*) AS n FROM oauth_token WHERE key_id IN
          (SELECT id FROM api_key WHERE org_id = ?) GROUP BY kind ORDER BY kind`,
      )
      .all(org.id),
  )
  expect(counts).toEqual([
    { kind: 'access', n: 200 },
    { kind: 'refresh', n: 200 },
  ])
  expect((await refreshBy(app, client, last)).status).toBe(200)
})

it('a clock that is set back makes no refresh token new again', async () => {
  const { refresh } = await connect(app, { browser, client })
  await refreshBy(app, client, refresh)
  app.clock.advance({ minutes: 30 })
  const { body } = await connect(app, { browser, client }).then(({ answer }) => answer)
  app.clock.set(new Date(app.clock.now() - 40 * 60_000).toISOString())
  const again = await refreshBy(app, client, refresh)
  app.clock.advance({ minutes: 40 })
  expect(again.body.error).toBe('invalid_grant')
  expect(await isIn(body.access_token)).toBe(true)
})
