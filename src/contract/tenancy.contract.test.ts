import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../domain/ids.ts'
import { OPERATIONS } from '../server/operations.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { CALLS_BY_ROUTE } from '../testing/twin-calls.ts'
import {
  foundOf,
  foundOfOwnSite,
  makeTwin,
  narrowedKey,
  marksOf,
  unknownLike,
  type Twin,
} from '../testing/twin-organizations.ts'

let app: TestApp
let a: Twin
let b: Twin

beforeAll(async () => {
  app = await TestApp.start()
  a = await makeTwin(app, 'alder')
  b = await makeTwin(app, 'birch')
})

beforeEach(() => app.clock.advance({ minutes: 2 }))

afterAll(() => app[Symbol.asyncDispose]())

const totalsOf = async ({ key, sites }: Twin): Promise<unknown> => {
  const path = `/analytics/${sites.shared}/ai?range=today`
  return (await app.api('GET', path, { token: key })).body.data['totals']
}

const byPath = (site: string): string => `/analytics/${site}/ai?dimensions=path&limit=2`

const makeOnce = ({ key }: Twin) =>
  app.api('POST', '/sites', {
    token: key,
    body: { domain: 'once.example' },
    headers: { 'idempotency-key': 'the-same' },
  })

describe('two organizations made alike', () => {
  it('have the same data under ids of their own', () => {
    expect(a.pages).toHaveLength(8)
    expect(a.questions).toHaveLength(8)
    expect(b.pages).toHaveLength(8)
    expect(b.questions).toHaveLength(8)
    const both = new Set([...marksOf(a), ...marksOf(b)])
    expect(both.size).toBe(marksOf(a).length + marksOf(b).length)
  })
})

const routes = OPERATIONS.filter(({ http, access }) => {
  return http?.path.includes(':') && access.by !== 'public'
})

describe('routes that take an id', () => {
  it('every route that takes an id is tried', () => {
    expect(routes.map(({ name }) => name).toSorted()).toEqual(
      Object.keys(CALLS_BY_ROUTE).toSorted(),
    )
  })

  it.each(routes.map((route) => [route.name, route] as const))(
    '%s answers another organization’s id as one that does not exist',
    async (name, { http, access }) => {
      const { ids, query = '', body } = CALLS_BY_ROUTE[name]!
      const tokens = access.by === 'session' ? [b.session] : [b.session, b.key]
      for (const token of tokens) {
        for (const id of ids(a)) {
          const call = (value: string) =>
            app.api(http!.method.toUpperCase(), http!.path.replace(/:\w+/, value) + query, {
              token,
              ...(body && { body }),
            })
          const [foreign, unknown] = [await call(id), await call(unknownLike(id))]
          expect([foreign.status, foreign.body.error?.code]).toEqual([404, 'NOT_FOUND'])
          expect(unknown.status).toBe(404)
          const { meta, ...answer } = foreign.body
          expect(Object.keys(meta)).toEqual(['requestId'])
          expect({ ...answer, meta: unknown.body.meta }).toEqual(unknown.body)
          expect([...foreign.headers.keys()]).toEqual([...unknown.headers.keys()])
        }
      }
    },
  )

  it('find no question of another organization, also on a site of one’s own', async () => {
    const remove = (id: string) =>
      app.api('DELETE', `/questions/${b.sites.own}/${id}`, { token: b.session })
    const [foreign, unknown] = [
      await remove(a.questions.at(-1)!),
      await remove('qst_00000000000000000000'),
    ]
    expect([foreign.status, foreign.body.error]).toEqual([404, unknown.body.error])
  })

  it('find no topic of another organization, also on a site of one’s own', async () => {
    const { body } = await app.api('GET', `/topics/${a.sites.own}`, { token: a.key })
    const [topic = { id: '' }] = body.data as unknown as { id: string }[]
    expect(topic.id).toMatch(/^top_/)
    for (const path of ['/topics/SITE/TOPIC', '/questions/SITE?topic=TOPIC']) {
      const call = (id: string) =>
        app.api('GET', path.replace('SITE', b.sites.own).replace('TOPIC', id), { token: b.key })
      const [foreign, unknown] = [await call(topic.id), await call(newId('top', 1))]
      expect([foreign.status, foreign.body.error]).toEqual([404, unknown.body.error])
    }
  })

  it('find no prompt of another organization, also on a site of one’s own', async () => {
    const call = (pageId: string) =>
      app.api('GET', `/prompts/${b.sites.own}?pageId=${pageId}`, { token: b.key })
    const [foreign, unknown] = [await call(a.pages.at(-1)!), await call(newId('pg', 1))]
    expect([foreign.status, foreign.body.error]).toEqual([404, unknown.body.error])
    const check = (pageId: string) =>
      app.api('POST', `/prompts/${b.sites.own}/check`, { token: b.key, body: { pageId } })
    const [tried, none] = [await check(a.pages.at(-1)!), await check(newId('pg', 1))]
    expect([tried.status, tried.body.error]).toEqual([404, none.body.error])
  })

  it('find no rule of another organization, also on a site of one’s own', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const call = (id: string) =>
        app.api(method, `/rules/${b.sites.own}/${id}`, {
          token: b.session,
          ...(method === 'PUT' && { body: { name: 'Taken' } }),
        })
      const [foreign, unknown] = [await call(a.ruleId), await call(newId('rul', 1))]
      expect([foreign.status, foreign.body.error]).toEqual([404, unknown.body.error])
    }
    const path = `/rules/${b.sites.own}/reorder`
    const body = { ruleIds: [b.ruleId, a.ruleId] }
    const { body: answer } = await app.api('POST', path, { token: b.session, body })
    expect(answer.error?.fields).toMatchObject([{ path: 'ruleIds[1]', code: 'unknown_rule' }])
    const draft = { id: a.ruleId, stop: true }
    const tried = await app.api('POST', `/rules/${b.sites.own}/test`, {
      token: b.session,
      body: { path: '/', rule: draft },
    })
    expect(tried.status).toBe(404)
  })

  it('leave the other organization as it was', async () => {
    const { body } = await app.api('GET', `/sites/${a.sites.own}`, { token: a.key })
    expect(body.data).toMatchObject({ name: a.domain, privacy: { questions: 'full' }, version: 2 })
    expect(body.data['aliases']).toEqual(['alder.shop.example'])
    const rules = await app.api('GET', `/rules/${a.sites.own}`, { token: a.key })
    expect(rules.body.data).toMatchObject([{ id: a.ruleId, name: 'The alder rule', version: 1 }])
    const prompts = await app.api('GET', `/prompts/${a.sites.own}`, { token: a.key })
    expect(prompts.body.data).toMatchObject([
      { id: a.promptId, questions: [{ text: 'What of alder?', origin: 'owner' }], version: 1 },
    ])
    const members = await app.api('GET', '/org/members', { token: a.session })
    expect(members.body.data).toMatchObject([{ id: a.memberId, role: 'owner' }])
    const invitations = await app.api('GET', '/org/invitations', { token: a.session })
    expect(invitations.body.data).toMatchObject([{ id: a.invitationId }])
    const keys = await app.api('GET', '/keys', { token: a.session })
    expect(new Set(keys.body.data as unknown as unknown[])).toEqual(
      new Set([
        expect.objectContaining({ id: a.grantId, status: 'active', readersWords: true }),
        expect.objectContaining({ id: a.keyId, name: 'API key', status: 'active' }),
      ]),
    )
  })
})

describe('a key that is narrowed to a site', () => {
  let key: string

  beforeAll(async () => {
    key = await narrowedKey(app, a.session, [a.sites.shared])
  })

  const ofKeys = routes.filter(({ access }) => access.by !== 'session')
  it.each(ofKeys.map((route) => [route.name, route] as const))(
    '%s answers another site of the organization as one that does not exist',
    async (name, { http }) => {
      const { ids, query = '', body } = CALLS_BY_ROUTE[name]!
      const { sites, pages } = a
      const within = new Set([sites.shared, ...pages.slice(0, 4)])
      const beyond = ids(a).filter((id) => !within.has(id))
      expect(beyond).not.toEqual([])
      const call = (value: string) =>
        app.api(http!.method.toUpperCase(), http!.path.replace(/:\w+/, value) + query, {
          token: key,
          ...(body && { body }),
        })
      for (const id of beyond) {
        const [hidden, unknown] = [await call(id), await call(unknownLike(id))]
        expect([hidden.status, hidden.body.error?.code]).toEqual([404, 'NOT_FOUND'])
        expect(hidden.body.error).toEqual(unknown.body.error)
      }
    },
  )

  const lists = OPERATIONS.filter(
    ({ http, access }) =>
      http?.method === 'get' && !http.path.includes(':') && ['scope', 'member'].includes(access.by),
  )
  it.each(lists.map((route) => [route.name, route] as const))(
    '%s shows nothing of another site of the organization',
    async (_, { http }) => {
      for (const query of ['', `?siteId=${a.sites.own}`, `?siteId=${a.sites.shared}`]) {
        const { body } = await app.api('GET', `${http!.path}${query}`, { token: key })
        expect(foundOfOwnSite(a, body)).toEqual([])
      }
    },
  )

  it('counts its own site alone', async () => {
    const { body } = await app.api('GET', '/org', { token: key })
    expect(body.data['usage']).toMatchObject({ sites: 1 })
    const listed = await app.api('GET', '/sites', { token: key })
    expect(listed.body.data).toMatchObject([{ id: a.sites.shared }])
  })
})

describe('lists and numbers', () => {
  it.each(['/sites', '/keys', '/org', '/org/members', '/org/invitations'])(
    '%s shows nothing of another organization',
    async (path) => {
      const answer = await app.api('GET', path, { token: b.session })
      expect(answer.status).toBe(200)
      expect(foundOf(a, answer.body)).toEqual([])
      expect(foundOf(b, answer.body)).not.toEqual([])
    },
  )

  it('count each organization’s events once, also on a domain that both have', async () => {
    expect(await totalsOf(b)).toMatchObject({ impressions: 4, ai_clicks: 4, questions: 4 })
    expect(await totalsOf(a)).toEqual(await totalsOf(b))
  })
})

describe('a cursor of another organization', () => {
  it('is refused by the analytics route', async () => {
    const first = await app.api('GET', byPath(a.sites.own), { token: a.key })
    const cursor = String(first.body.data['nextCursor'])
    const call = async ({ key }: Twin, site: string): Promise<number> =>
      (await app.api('GET', `${byPath(site)}&cursor=${cursor}`, { token: key })).status
    expect(await call(a, a.sites.own)).toBe(200)
    expect(await call(b, b.sites.own)).toBe(422)
    expect(await call(a, a.sites.shared)).toBe(422)
  })

  it('shows no rows but one’s own in the list of sites', async () => {
    const first = await app.api('GET', '/sites?limit=1', { token: a.key })
    const cursor = String(first.body.meta.nextCursor)
    const answer = await app.api('GET', `/sites?limit=1&cursor=${cursor}`, { token: b.key })
    expect(foundOf(a, answer.body)).toEqual([])
  })
})

describe('an Idempotency-Key', () => {
  it('says nothing to another organization than its own', async () => {
    const [first, second] = [await makeOnce(a), await makeOnce(b)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.data.id).not.toBe(first.body.data.id)
    expect((await makeOnce(a)).body.data.id).toBe(first.body.data.id)
  })
})
