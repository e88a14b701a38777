import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isCollect, NAMED_ROUTES, OwnerRequests } from '../testing/owner-requests.ts'
import { expectRefusal } from '../testing/raw-request.ts'
import { fieldsOf, hasJsonBody, parametersOf, type Route } from '../testing/routes.ts'

let owner: OwnerRequests

beforeAll(async () => {
  owner = await OwnerRequests.start()
})

afterAll(() => owner[Symbol.asyncDispose]())

const namesOf = (route: Route): string[] => [
  ...new Set([...fieldsOf(route).map(({ name }) => name), ...parametersOf(route), 'ifMatch']),
]

/** The fields that are refused as unknown in one place. */
const refusedIn = (answer: Parameters<typeof expectRefusal>[0], place: string): string[] =>
  expectRefusal(answer)
    .fields.filter(({ location, code }) => location === place && code === 'unknown_field')
    .map(({ path }) => path)
    .toSorted()

const reads = NAMED_ROUTES.filter(([, { http }]) => http.method === 'get')
const writes = NAMED_ROUTES.filter(([, { http }]) => http.method !== 'get')
const bodies = writes.filter(([, route]) => hasJsonBody(route) && !isCollect(route))

describe.each(writes)('%s', (_, route) => {
  it('takes no field from the query, and says so of each', async () => {
    const names = namesOf(route)
    const query = `?${names.map((name) => `${name}=1`).join('&')}`
    const answer = await owner.send(route, { query, body: '{}' })
    expect(answer.status).toBe(422)
    expect(refusedIn(answer, 'query')).toEqual(names.toSorted())
  })
})

describe.each(bodies)('%s', (_, route) => {
  it('takes from the body neither a path parameter nor a header', async () => {
    const names = [...new Set([...parametersOf(route), 'ifMatch'])]
    const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, 'x'])))
    const answer = await owner.send(route, { body })
    expect(answer.status).toBe(422)
    expect(refusedIn(answer, 'body')).toEqual(names.toSorted())
  })
})

describe.each(reads.filter(([, route]) => parametersOf(route).length > 0))('%s', (_, route) => {
  it('takes no path parameter from the query', async () => {
    const names = parametersOf(route)
    const answer = await owner.send(route, { query: `?${names.map((n) => `${n}=x`).join('&')}` })
    expect(answer.status).toBe(422)
    expect(refusedIn(answer, 'query')).toEqual(names.toSorted())
  })
})

describe('a query or a header in place of a body', () => {
  const route = (name: string): Route => {
    const found = NAMED_ROUTES.find(([known]) => known === name)
    if (!found) throw new Error(`There is no route ${name}`)
    return found[1]
  }

  it('signs nobody in', async () => {
    const query = '?email=a@example.com&password=a-long-password'
    const answer = await owner.send(route('post /auth/sign-in'), { query })
    expect(refusedIn(answer, 'query')).toEqual(['email', 'password'])
  })

  it('makes no key, nor gets the answer of another request', async () => {
    const keys = route('post /keys')
    const headers = { 'idempotency-key': 'one' }
    const body = '{"scopes":["sites:read"]}'
    expect((await owner.send(keys, { headers, body })).status).toBe(201)
    const answer = await owner.send(keys, { headers, body, query: '?scopes=*' })
    expect(answer.status).toBe(422)
    expect(expectRefusal(answer).code).toBe('IDEMPOTENCY_KEY_REUSED')
    const other = await owner.send(keys, { query: '?scopes=*', body: '{}' })
    expect(refusedIn(other, 'query')).toEqual(['scopes'])
  })

  it('is refused after the caller: a stranger learns nothing of it', async () => {
    const headers = { authorization: 'Bearer x' }
    const answer = await owner.send(route('post /keys'), { headers, query: '?scopes=*' })
    expect(answer.status).toBe(401)
  })
})

it('an Idempotency-Key belongs to one address: another site’s answer is not given again', async () => {
  const { app, session: token } = owner
  const other = await app.site(token, { url: 'https://other.example/' })
  const create = (siteId: string) =>
    app.api('POST', `/rules/${siteId}`, {
      token,
      body: { name: 'Tides', stop: true },
      headers: { 'idempotency-key': 'rule' },
    })
  const first = await create(owner.siteId)
  expect(first.status).toBe(201)
  expect((await create(owner.siteId)).body.data.id).toBe(first.body.data.id)
  const second = await create(other)
  expect(second.status).toBe(422)
  expect(second.body.error?.code).toBe('IDEMPOTENCY_KEY_REUSED')
})
