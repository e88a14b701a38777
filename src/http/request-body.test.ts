import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineOperation } from '../kernel/door/operation.ts'
import { rawRequest } from '../testing/raw-request.ts'
import type { SecondDoor } from '../testing/second-door.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { openTrialDoor } from '../testing/trial-door.ts'

/** An operation that takes a form, as clients of OAuth send it (RFC 6749, 4.1.3). */
const trial = defineOperation({
  name: 'trial.form',
  summary: 'Says what a form holds',
  effect: 'write',
  access: { by: 'public' },
  http: { surface: 'api', method: 'post', path: '/trial/:id', body: 'form', idempotency: 'none' },
  input: z.strictObject({
    id: z.string(),
    code: z.string(),
    seconds: z.int().optional(),
    scope: z.array(z.string()).optional(),
  }),
  output: z.looseObject({}),
  handler: async (_, input) => input,
})

const FORM = 'application/x-www-form-urlencoded'

let app: TestApp
let door: SecondDoor

beforeAll(async () => {
  app = await TestApp.start()
  door = await openTrialDoor(app.app, [trial])
})

afterAll(async () => {
  await door[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

async function send(body: string, { type = FORM, query = '' } = {}) {
  const path = `/api/v1/trial/a${query}`
  const answer = await rawRequest(door.url, {
    method: 'POST',
    path,
    headers: { 'content-type': type },
    body,
  })
  // @NOTE the envelope.
  const { data, error } = answer.body as {
    data: unknown
    error: { code: string; fields: { path: string }[] } | null
  }
  return {
    status: answer.status,
    data,
    code: error?.code,
    fields: error?.fields.map((f) => f.path),
  }
}

describe('a form', () => {
  it('is read field by field, as a query is', async () => {
    const { data } = await send('code=a+b%2Bc&seconds=60&scope=read,write')
    expect(data).toEqual({ id: 'a', code: 'a b+c', seconds: 60, scope: ['read', 'write'] })
  })

  it.each([
    ['a field twice', 'code=a&code=b', ['code']],
    ['a field of the address with another value', 'code=a&id=b', ['id']],
    ['an unknown field', 'code=a&colour=red', ['colour']],
    ['a number that is none', 'code=a&seconds=soon', ['seconds']],
    ['nothing', '', ['code']],
    ['the name of a prototype', 'code=a&__proto__=b', ['__proto__']],
  ])('is refused with %s', async (_, body, fields) => {
    expect(await send(body)).toMatchObject({ status: 422, code: 'VALIDATION_FAILED', fields })
  })

  it('takes no field of the query', async () => {
    const refused = await send('seconds=1', { query: '?code=a' })
    expect(refused).toMatchObject({ status: 422, fields: ['code', 'code'] })
  })

  it.each(['application/json', 'multipart/form-data; boundary=x', `${FORM}; charset=latin1`, ''])(
    'is refused as %j',
    async (type) => {
      expect(await send('code=a', { type })).toMatchObject({
        status: 415,
        code: 'UNSUPPORTED_MEDIA_TYPE',
      })
    },
  )

  it('is refused when it is too large, or no UTF-8 inside', async () => {
    expect(await send(`code=${'a'.repeat(102_400)}`)).toMatchObject({ status: 413 })
    expect(await send('&'.repeat(102_000) + 'code=a')).toMatchObject({ status: 200 })
  })
})
