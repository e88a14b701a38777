import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { maskToken, mintToken } from '../kernel/credentials/tokens.ts'
import { mcpRequest, postMcp } from '../testing/mcp-post.ts'
import { TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let live: string
let session: string

beforeAll(async () => {
  app = await TestApp.start()
  const org = await app.org()
  live = await app.key(org)
  session = await app.session(org)
})
afterAll(() => app[Symbol.asyncDispose]())

const list = mcpRequest('legacy', { method: 'tools/list' })

/**
 * Sends a header Authorization to a route and to a server of MCP; returns the answer of both, which has to be the same.
 */
async function told(authorization: string, overMcp = authorization) {
  app.clock.advance({ minutes: 2 })
  const route = await fetch(`${app.url}/api/v1/sites`, { headers: { authorization } })
  const { error } = (await route.json()) as { error: { code: string; message: string } | null }
  const headers = { ...list.headers, authorization: overMcp }
  const { status, body } = await postMcp(app, 'data', { ...list, headers })
  expect([status, body?.error?.data?.['code']]).toEqual([
    route.status,
    error === null ? undefined : error.code,
  ])
  return { status, code: error?.code, rest: error?.message, mcp: body?.error?.message }
}

const changed = (token: string, at: number): string =>
  token.slice(0, at) + (token[at] === 'x' ? 'y' : 'x') + token.slice(at + 1)

it('what is no key, or stands without Bearer, is told what it is and what to send', async () => {
  const key = mintToken('key')
  const cases: [sent: string, told: string | RegExp][] = [
    ['Bearer', 'Nothing stands behind Bearer'],
    ['Bearer nonsense', /^This is not an API key .*a key begins with ctbk_ and has 54 characters/],
    ['Bearer $CITABLE_KEY', 'This is not an API key'],
    ['nonsense', 'This is not an API key'],
    [`Bearer whsec_${'a'.repeat(40)}`, 'This is not an API key'],
    ['Bearer ctbk_YOUR_KEY', 'begins like a key and is none: it has 13 characters in place of 54'],
    [`Bearer ${live.slice(0, -1)}`, 'it has 53 characters in place of 54'],
    [`Bearer ${live}A`, 'it has 55 characters in place of 54'],
    [`Bearer ${changed(live, 20)}`, 'a character of it is wrong'],
    [`Bearer ${maskToken(live).replace('…', '...')}`, 'as lists show it, with the middle left out'],
    [live, 'This is an API key without Bearer; put Bearer and a space before it'],
    [` ${key} `, 'This is an API key without Bearer'],
    [`Bearer "${live}"`, 'This is an API key with something around it, such as quotes'],
    [`Bearer Bearer ${key}`, 'This is an API key with something around it'],
    [`Bearer:${live}`, 'This is an API key with something around it'],
    [`Token ${key}`, 'This is an API key with something around it'],
    [`Basic ${Buffer.from(`${key}:`).toString('base64')}`, 'another scheme than Bearer'],
    [`Bearer ${mintToken('partner')}`, 'This is a partner credential, which is not taken here'],
    [`Bearer ${mintToken('oneTime')}`, 'This is the token of a one-time link'],
  ]
  for (const [sent, words] of cases) {
    const { code, rest, mcp } = await told(sent)
    expect([sent, code]).toEqual([sent, 'INVALID_CREDENTIAL'])
    for (const message of [rest, mcp]) {
      expect(message).toMatch(words)
      expect(message).toMatch(/Bearer|citable key create/)
      expect(message).not.toContain(live.slice(5, 20))
    }
  }
  const { rest, mcp } = await told(`Bearer ${mintToken('session')}`)
  expect(rest).toBe('This session is unknown or has ended; sign in again')
  expect(mcp).toContain('This is a session token, which is not taken here; send an API key')
  expect((await told(`bearer  ${live}`)).status).toBe(200)
})

it('one answer stands for a key that never was, was revoked or has expired', async () => {
  const made = async (fields: object) => {
    const body = { scopes: ['sites:read'], ...fields }
    const { data } = (await app.api('POST', '/keys', { token: session, body })).body
    return { id: String(data.id), key: String(data['key']) }
  }
  const revoked = await made({})
  const expiresAt = new Date(app.clock.now() + 3_600_000).toISOString()
  const expired = await made({ expiresAt })
  await app.api('DELETE', `/keys/${revoked.id}`, { token: session })
  app.clock.advance({ hours: 2 })
  const answers = await Promise.all(
    [mintToken('key'), revoked.key, expired.key].map((key) => told(`Bearer ${key}`)),
  )
  const message =
    'This key is unknown, revoked or expired; make another: citable key create, or POST /keys in a session'
  for (const answer of answers) {
    expect(answer).toEqual({ status: 401, code: 'INVALID_CREDENTIAL', rest: message, mcp: message })
  }
})

it('a stranger learns of no text whether it is near a key that there is', async () => {
  const place = fc.integer({ min: 0, max: live.length - 1 })
  await fc.assert(
    fc.asyncProperty(place, fc.constantFrom('', 'Bearer ', 'Token '), async (at, scheme) => {
      // The same change of a key that works and of one that was never made.
      const [near, far] = await Promise.all(
        [live, mintToken('key')].map((key) => told(`${scheme}${changed(key, at)}`)),
      )
      expect(near).toEqual(far)
    }),
    { numRuns: 30 },
  )
})
