import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lineBodyOf } from '../kernel/door/http-binding.ts'
import { isCollect, NAMED_ROUTES, OwnerRequests } from '../testing/owner-requests.ts'
import { expectRefusal } from '../testing/raw-request.ts'
import {
  fieldsOf,
  hasJsonBody,
  parametersOf,
  pathOf,
  wrongFor,
  type Route,
} from '../testing/routes.ts'

/** Fifty megabytes that fit into fifty kilobytes. */
const BOMB = gzipSync(Buffer.alloc(50_000_000, ' '))
const ANY_NAME = fc.string({ unit: 'binary', maxLength: 12 })
const NESTED = `${'['.repeat(10_000)}${']'.repeat(10_000)}`

let owner: OwnerRequests

beforeAll(async () => {
  owner = await OwnerRequests.start()
})

afterAll(() => owner[Symbol.asyncDispose]())

const sendJson = (route: Route, value: unknown) =>
  owner.send(route, { body: JSON.stringify(value) })

const withBody = NAMED_ROUTES.filter(([, route]) => hasJsonBody(route))

describe.each(withBody)('%s', (_, route) => {
  /** Puts a body's fields where the route looks for them. */
  const inside = (fields: object): object =>
    isCollect(route) ? { siteId: owner.siteId, events: [fields] } : fields
  const at = (path: string): string => (isCollect(route) ? `events[0].${path}` : path)

  it.each(['{', '{"a":}', 'null,', '\uFEFF\uFEFF{}', '{"a":"\n"}', 'NaN', "{'a':1}"])(
    'refuses what is no JSON: %j',
    async (body) => {
      const answer = await owner.send(route, { body })
      expect(answer.status).toBe(400)
      expect(expectRefusal(answer).code).toBe('MALFORMED_JSON')
    },
  )

  it.each(['[]', 'null', '"text"', '1e999', 'true', '[{}]'])(
    'refuses %s in place of an object',
    async (body) => {
      const answer = await owner.send(route, { body })
      expect(answer.status).toBe(422)
      expect(expectRefusal(answer).fields).toMatchObject([{ path: '', location: 'body' }])
    },
  )

  it('refuses a body of one megabyte, or of five where it takes files, announced or not', async () => {
    const body = JSON.stringify({
      name: 'x'.repeat(lineBodyOf(route.http) ? 5_242_880 : 1_048_576),
    })
    for (const chunked of [false, true]) {
      const answer = await owner.send(route, { body, chunked })
      expect(answer.status).toBe(413)
      expect(expectRefusal(answer).code).toBe('BODY_TOO_LARGE')
    }
  })

  it('refuses every field of a wrong type and every unknown one, all at once', async () => {
    const wrong = Object.fromEntries(
      fieldsOf(route)
        .filter(({ name }) => !parametersOf(route).includes(name) && name !== 'ifMatch')
        .map((field) => [field.name, wrongFor(field)]),
    )
    const unknown = JSON.parse(
      '{"__proto__": {"polluted": 1}, "constructor": 1, "zz": null}',
    ) as object
    const body = JSON.stringify(inside({ ...wrong, ...unknown }))
    const answer = await owner.send(route, { body })
    expect(answer.status).toBe(422)
    const { code, fields } = expectRefusal(answer)
    expect(code).toBe('VALIDATION_FAILED')
    const paths = [...Object.keys(wrong), '__proto__', 'constructor', 'zz'].map(at)
    expect(fields.map(({ path }) => path).toSorted()).toEqual(paths.toSorted())
    expect(new Set(fields.map(({ location }) => location))).toEqual(new Set(['body']))
    expect(fields.find(({ path }) => path === at('zz'))?.code).toBe('unknown_field')
    expect({}).not.toHaveProperty('polluted')
  })

  it('refuses NUL and lone surrogates, in values and names, each with its place', async () => {
    const fields = { a: 'x\0', b: ['\uD800', { c: '\uDC00x' }], ['d\0']: 1, ['\uD83D']: 1 }
    const { fields: refused } = expectRefusal(await sendJson(route, inside(fields)))
    const nul = [[at('a'), 'nul_character']]
    const lone = [
      [at('b[0]'), 'lone_surrogate'],
      [at('b[1].c'), 'lone_surrogate'],
    ]
    // Values of events are mended, and their names are not.
    const places = isCollect(route) ? nul : [...nul, ...lone]
    expect(refused.map(({ path, code }) => [path, code])).toEqual(expect.arrayContaining(places))
    expect(refused.filter(({ code }) => code === 'lone_surrogate')).toHaveLength(
      isCollect(route) ? 1 : 3,
    )
  })

  it('refuses nesting ten thousand deep, also with an Idempotency-Key', async () => {
    for (const headers of [{}, { 'idempotency-key': 'deep' }]) {
      const answer = await owner.send(route, { body: `{"a":${NESTED}}`, headers })
      expect(answer.status).toBe(422)
      expect(expectRefusal(answer).fields.map(({ code }) => code)).toEqual(['too_deep'])
    }
  })

  it('refuses numbers that JSON cannot say', async () => {
    for (const number of ['1e999', '-1e999', '1e308', '-0.5', '9007199254740993']) {
      const names = ['zz', ...fieldsOf(route).map(({ name }) => name)].map((name) =>
        JSON.stringify(name),
      )
      const fields = `{${names.map((name) => `${name}:${number}`).join(',')}}`
      const body = isCollect(route) ? `{"siteId":"${owner.siteId}","events":[${fields}]}` : fields
      expect((await owner.send(route, { body })).status).toBe(422)
    }
  })

  it.each([
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'json',
  ])('refuses the content type %s', async (type) => {
    const answer = await owner.send(route, { body: '{}', headers: { 'content-type': type } })
    expect(answer.status).toBe(415)
    expect(expectRefusal(answer).code).toBe('UNSUPPORTED_MEDIA_TYPE')
  })

  it('refuses a packed body that is broken, that is too large unpacked, or that it cannot unpack', async () => {
    const send = (body: Buffer, coding: string) =>
      owner.send(route, { body, headers: { 'content-encoding': coding } })
    const codeOf = async (body: Buffer, coding = 'gzip') =>
      expectRefusal(await send(body, coding)).code
    const packed = gzipSync(JSON.stringify(inside({ zz: 1 })))
    const read = expectRefusal(await send(packed, 'GZIP'))
    expect(read.fields.map(({ path }) => path)).toContain(at('zz'))
    expect(await codeOf(packed.subarray(0, -9))).toBe('BAD_REQUEST')
    expect(await codeOf(Buffer.from('{}'))).toBe('BAD_REQUEST')
    expect(await codeOf(BOMB)).toBe('BODY_TOO_LARGE')
    for (const coding of ['br', 'deflate', 'gzip, gzip', 'made-up']) {
      expect(await codeOf(packed, coding)).toBe('UNSUPPORTED_MEDIA_TYPE')
    }
  })

  it('refuses a body that breaks off', async () => {
    const { hostname, port } = new URL(owner.app.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.end(
      `${route.http.method.toUpperCase()} ${pathOf(route, owner.siteId)} HTTP/1.1\r\nHost: ${hostname}\r\n` +
        `Authorization: Bearer ${owner.session}\r\nContent-Type: application/json\r\n` +
        'Transfer-Encoding: chunked\r\n\r\nff\r\n{"a":',
    )
    expect(await text(socket)).toMatch(/^HTTP\/1.1 4\d\d [^]*"code":"BAD_REQUEST"/)
  })

  it('refuses anything that a generator makes up, by name', async () => {
    const names = fieldsOf(route).map(({ name }) => name)
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(
        '',
        '\0',
        '\uD800',
        'x'.repeat(5_000),
        -1,
        1e308,
        2 ** 53,
        owner.siteId,
        '\u202E',
      ),
    )
    const name = fc.oneof(fc.constantFrom('zz', ...names), ANY_NAME)
    const bodies = fc.dictionary(name, value, { maxKeys: 12 })
    await fc.assert(
      fc.asyncProperty(bodies, value, async (fields, extra) => {
        const answer = await sendJson(route, inside({ ...fields, zz: extra }))
        expect(answer.status).toBe(422)
        expect(expectRefusal(answer).fields.length).toBeGreaterThan(0)
      }),
      { numRuns: 50 },
    )
  })
})

/** Routes whose requests need more than an address. */
const needy = withBody.filter(([, route]) => {
  const address = Object.fromEntries(parametersOf(route).map((name) => [name, 'x']))
  return !route.input.safeParse(address).success
})

it.each(needy)('%s refuses an empty body', async (_, route) => {
  expect((await owner.send(route, { body: '{}' })).status).toBe(422)
  const nothing = await owner.send(route, { body: '' })
  expect(expectRefusal(nothing).code).toMatch(/^(VALIDATION_FAILED|MALFORMED_JSON)$/)
})
