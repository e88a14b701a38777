import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

/** The TXT records that name servers answer, by name; a name that is missing here does not exist. */
const records = new Map<string, string[][]>()
let duringLookup: (() => Promise<unknown>) | undefined

let app: TestApp
let org: TestOrg
let session: string
let site: string
/** The host of a test. Each test has another one, since a proven host belongs to one site. */
let host: string
let made = 0

beforeAll(async () => {
  app = await TestApp.start({
    resolveTxt: async (name) => {
      await duringLookup?.()
      const found = records.get(name)
      if (found) return found
      throw Object.assign(new Error('No such name'), { code: 'ENOTFOUND' })
    },
    // Every name resolves to a private address, at which nothing may be requested.
    resolve: async () => [{ address: '10.0.0.1', family: 4 }],
  })
})

beforeEach(async () => {
  app.clock.advance({ minutes: 1 })
  duringLookup = undefined
  host = `shop${++made}.example.org`
  org = await app.org('enterprise')
  session = await app.session(org)
  site = await app.site(session)
})

afterAll(() => app[Symbol.asyncDispose]())

interface Domain {
  id: string
  host: string
  state: string
  publish: { dns: { name: string; value: string }; file: { url: string; content: string } }
}

interface At {
  token?: string
  of?: string
}

const call = (method: string, path: string, { token = session, of = site }: At, body?: unknown) =>
  app.api(method, `/sites/${of}/domains${path}`, { token, ...(body !== undefined && { body }) })
const add = (name: string, at: At = {}) => call('POST', '', at, { host: name })
const verify = (id: string, at: At = {}, body: unknown = {}) =>
  call('POST', `/${id}/verify`, at, body)
const list = async (at: At = {}) => (await call('GET', '', at)).body.data as unknown as Domain[]
const aliases = async () =>
  (await app.api('GET', `/sites/${site}`, { token: session })).body.data['aliases']
const collects = async (name: string) =>
  (await app.collect(site, [{ kind: 'impression', url: `https://${name}/a` }])).body.data[
    'accepted'
  ]

/** Adds a domain and publishes the proof that the answer asks for. */
async function publish(name: string, at: At = {}): Promise<string> {
  const { body } = await add(name, at)
  // @NOTE the route's own schema says so.
  const { id, publish: wanted } = body.data as unknown as Domain
  records.set(wanted.dns.name, [['v=spf1 -all'], [wanted.dns.value]])
  return id
}

describe('adding a domain', () => {
  it('a new domain is pending, says what to publish, and counts for nothing', async () => {
    const { status, body } = await add(`https://www.${host.toUpperCase()}/start`)
    expect(status).toBe(201)
    const value = expect.stringMatching(/^citable-verification=[0-9a-f]{32}$/) as unknown
    expect(body.data).toEqual({
      id: expect.stringMatching(/^dom_/),
      host,
      state: 'pending',
      method: null,
      reason: null,
      publish: {
        dns: { name: `_citable.${host}`, type: 'TXT', value },
        file: { url: `https://${host}/.well-known/citable-verification.txt`, content: value },
      },
      createdAt: new Date(app.clock.now()).toISOString(),
      checkedAt: null,
      verifiedAt: null,
    })
    expect(await list()).toEqual([body.data])
    expect(await aliases()).toEqual([])
    expect(await collects(host)).toBe(0)
    expect(auditEntries(app.directory, org.id).at(-1)).toMatchObject({
      action: 'domain.create',
      actor_id: org.userId,
      detail: JSON.stringify({ siteId: site, host, state: 'pending' }),
    })
  })

  it.each([
    ['', 'too_small'],
    ['no host', 'invalid_host'],
    ['localhost', 'invalid_host'],
    ['192.0.2.1', 'invalid_host'],
    ['[2001:db8::1]', 'invalid_host'],
    ['0x7f.1', 'invalid_host'],
    ['printer.local', 'blocked_address'],
    ['db.internal', 'blocked_address'],
    ['example.com', 'own_domain'],
    ['www.example.com', 'own_domain'],
    ['blog.example.com', 'own_domain'],
    [`${'a'.repeat(250)}.com`, 'too_big'],
  ])('adding a domain refuses %j', async (name, code) => {
    const { status, body } = await add(name)
    expect(status).toBe(422)
    expect(body.error?.fields).toMatchObject([{ path: 'host', location: 'body', code }])
    expect(await list()).toEqual([])
  })

  it('a domain is added once, and none that is a site of the organization', async () => {
    await add(host)
    await app.site(session, { domain: `own-${host}` })
    for (const name of [host, `own-${host}`]) {
      const refused = await add(name)
      expect([refused.status, refused.body.error?.code]).toEqual([409, 'CONFLICT'])
    }
  })

  it('a site has at most fifty further domains', async () => {
    for (let i = 0; i < 50; i++) expect((await add(`n${i}.${host}`)).status).toBe(201)
    expect((await add(host)).body.error?.code).toBe('LIMIT_REACHED')
    const first = await call('GET', '?limit=30', {})
    const cursor = String(first.body.meta.nextCursor)
    const second = await call('GET', `?limit=30&cursor=${cursor}`, {})
    const ids = [first, second].flatMap(({ body }) =>
      (body.data as unknown as Domain[]).map(({ id }) => id),
    )
    expect(new Set(ids).size).toBe(50)
  })

  it('domains are changed by sessions of admins alone, and read by every member', async () => {
    const id = await publish(host)
    const key = await app.key(org)
    const editor = await app.session(org, 'editor')
    for (const [token, code] of [
      [key, 'SESSION_REQUIRED'],
      [editor, 'ROLE_REQUIRED'],
    ] as const) {
      expect((await add('a.example.org', { token })).body.error?.code).toBe(code)
      expect((await verify(id, { token })).body.error?.code).toBe(code)
      expect((await call('DELETE', `/${id}`, { token })).body.error?.code).toBe(code)
    }
    expect(await list({ token: editor })).toHaveLength(1)
    expect(await list({ token: key })).toHaveLength(1)
    const elsewhere = await app.site(key, { url: 'https://elsewhere.example/' })
    const body = { scopes: ['sites:read'], siteIds: [elsewhere] }
    const answer = await app.api('POST', '/keys', { token: session, body })
    const narrowed = String(answer.body.data['key'])
    expect((await call('GET', '', { token: narrowed })).body.error?.code).toBe('NOT_FOUND')
  })
})

describe('verifying a domain', () => {
  it('a domain with its TXT record counts at once, and stays verified', async () => {
    const id = await publish(host)
    expect(await collects(host)).toBe(0)
    const { body } = await verify(id)
    const at = new Date(app.clock.now()).toISOString()
    const verified = { state: 'verified', method: 'dns', reason: null, publish: null }
    expect(body.data).toMatchObject({ ...verified, checkedAt: at, verifiedAt: at })
    expect(await aliases()).toEqual([host])
    expect(await collects(host)).toBe(1)
    records.clear()
    app.clock.advance({ minutes: 1 })
    expect((await verify(id)).body.data).toEqual(body.data)
    expect(auditEntries(app.directory, org.id).at(-1)).toMatchObject({
      action: 'domain.verify',
      target_id: id,
      detail: JSON.stringify({ siteId: site, host, state: 'verified' }),
    })
  })

  it('a domain without a proof has failed, with reason and time, and is tried again', async () => {
    const id = await publish(host)
    records.clear()
    const { body } = await verify(id)
    expect(body.data).toMatchObject({
      state: 'failed',
      reason: {
        code: 'no_record',
        message: expect.stringContaining(`_citable.${host}`) as unknown,
      },
      checkedAt: new Date(app.clock.now()).toISOString(),
      verifiedAt: null,
      publish: { dns: { name: `_citable.${host}` } },
    })
    expect(await aliases()).toEqual([])
    records.set(`_citable.${host}`, [['citable-verification=other']])
    expect((await verify(id, {}, { method: 'dns' })).body.data).toMatchObject({
      reason: { code: 'other_text' },
    })
    const { publish: wanted } = (await list())[0]!
    records.set(wanted.dns.name, [[wanted.dns.value]])
    expect((await verify(id)).body.data).toMatchObject({ state: 'verified', reason: null })
  })

  it('a file is not asked for inside a private network', async () => {
    const id = await publish(host)
    const { body } = await verify(id, {}, { method: 'file' })
    expect(body.data).toMatchObject({ state: 'failed', reason: { code: 'blocked' } })
  })

  it('a domain that another organization verified is refused without telling whose', async () => {
    const other = await app.org('enterprise', 'The other one')
    const token = await app.session(other)
    const of = await app.site(token)
    const late = await publish(host)
    const early = await publish(host, { token, of })
    expect((await verify(early, { token, of })).body.data['state']).toBe('verified')
    const refused = [
      await verify(late),
      await add(host, { of: await app.site(session, { domain: `second-${host}` }) }),
    ]
    for (const { status, body } of refused) {
      expect([status, body.error?.code]).toEqual([409, 'CONFLICT'])
      expect(body.error?.message).toBe(`${host} is verified for another site already`)
      expect(JSON.stringify(body)).not.toContain(other.id)
    }
    expect(await aliases()).toEqual([])
    await call('DELETE', `/${early}`, { token, of })
    const { publish: wanted } = (await list())[0]!
    records.set(wanted.dns.name, [[wanted.dns.value]])
    expect((await verify(late)).body.data['state']).toBe('verified')
  })

  it('of two organizations that publish their proofs at once, one gets the domain', async () => {
    const token = await app.session(await app.org('enterprise'))
    const of = await app.site(token)
    const ids = [await publish(host), await publish(host, { token, of })]
    const [mine, theirs] = [await list(), await list({ token, of })].map(
      ([one]) => one!.publish.dns,
    )
    records.set(mine!.name, [[mine!.value], [theirs!.value]])
    const both = await Promise.all([verify(ids[0]!), verify(ids[1]!, { token, of })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('a domain that is taken away while it is looked at is not verified', async () => {
    const id = await publish(host)
    duringLookup = () => call('DELETE', `/${id}`, {})
    expect((await verify(id)).status).toBe(404)
    expect(await aliases()).toEqual([])
  })
})

describe('taking a domain away', () => {
  it('a domain that is taken away counts no longer', async () => {
    const id = await publish(host)
    await verify(id)
    const answer = await call('DELETE', `/${id}`, {})
    expect([answer.status, answer.body.data]).toEqual([200, {}])
    expect((await call('DELETE', `/${id}`, {})).status).toBe(404)
    expect(await aliases()).toEqual([])
    expect(await collects(host)).toBe(0)
    expect(auditEntries(app.directory, org.id).at(-1)).toMatchObject({
      action: 'domain.delete',
      detail: JSON.stringify({ siteId: site, host, state: 'verified' }),
    })
  })

  it('a site that is deleted gives its domains free', async () => {
    await verify(await publish(host))
    await app.api('DELETE', `/sites/${site}`, { token: session })
    const of = await app.site(session)
    expect((await add(host, { of })).status).toBe(201)
  })

  it('a smaller plan keeps what is verified, and may take it away', async () => {
    const id = await publish(host)
    await verify(id)
    await app.changePlan(org, 'business')
    expect(await collects(host)).toBe(1)
    expect((await add(`more-${host}`)).body.error?.code).toBe('PLAN_REQUIRED')
    expect((await call('DELETE', `/${id}`, {})).status).toBe(200)
  })
})

it('a domain of another site, or of another organization, is not found', async () => {
  const id = await publish(host)
  const other = await app.site(session, { domain: `other-${host}` })
  const token = await app.session(await app.org('enterprise'))
  const foreign = await app.site(token)
  for (const at of [{ of: other }, { token, of: foreign }, { token, of: site }]) {
    for (const wanted of [id, 'dom_nowhere']) {
      expect((await verify(wanted, at)).status).toBe(404)
      expect((await call('DELETE', `/${wanted}`, at)).status).toBe(404)
    }
  }
  expect(await list()).toMatchObject([{ id, state: 'pending' }])
})

describe('a domain that the operator vouches for', () => {
  it('counts at once, and keeps no other organization from proving it', async () => {
    await app.vouchFor(site, host)
    expect(await list()).toMatchObject([{ host, state: 'verified', method: 'operator' }])
    expect(await collects(host)).toBe(1)
    const token = await app.session(await app.org('enterprise'))
    const of = await app.site(token)
    const id = await publish(host, { token, of })
    expect((await verify(id, { token, of })).body.data['state']).toBe('verified')
    expect(await collects(host)).toBe(1)
  })
})
