import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askMcp } from '../testing/ask-mcp.ts'
import { makeLinkToken } from '../testing/one-time-links.ts'
import { SmtpServer } from '../testing/smtp-server.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { storedBytes } from '../testing/stored-bytes.ts'

let app: TestApp
let mail: SmtpServer

beforeAll(async () => {
  mail = await SmtpServer.start()
  app = await TestApp.start({ environment: mail.environment })
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

const EMAIL = 'anna@example.com'
const PASSWORDS = ['first long passphrase', 'second long passphrase', 'third long passphrase']

/** Sends a request and returns the secrets that it revealed. */
async function reveal(
  method: string,
  path: string,
  options: { token?: string; body?: unknown; headers?: Record<string, string> },
) {
  const { status, body, headers } = await app.api(method, path, options)
  expect([path, Math.floor(status / 100)]).toEqual([path, 2])
  expect([path, headers.get('cache-control')]).toEqual([path, expect.stringMatching(/^no-store/)])
  const told = `${JSON.stringify(body.data)} ${headers.get('set-cookie')}`
  return /ctb[ks]_\w{49}/.exec(told)?.[0] ?? ''
}

/** Does everything that a person does with credentials; returns every secret that was used. */
async function useEverything(): Promise<string[]> {
  const [first, second, third] = PASSWORDS
  const setup = await makeLinkToken(app, 'setup')
  const owner = await reveal('POST', '/auth/setup', {
    body: { token: setup, email: EMAIL, password: first, organization: 'Tides' },
  })
  const key = await reveal('POST', '/keys', {
    token: owner,
    body: { scopes: ['analytics:read', 'sites:read'] },
    headers: { 'idempotency-key': 'once' },
  })
  await askMcp(app, { server: 'publisher', key }, 'tools/list')
  const inCookie = await reveal('POST', '/auth/sign-in', {
    body: { email: EMAIL, password: first, cookie: true },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  await reveal('POST', '/auth/password/forgot', { body: { email: EMAIL } })
  await app.app.services.context.mailer?.onIdle()
  const reset = /#(ctbo_\w{49})/.exec(mail.received[0]?.text ?? '')?.[1] ?? ''
  await reveal('POST', '/auth/password/reset', { body: { token: reset, password: second } })
  const before = await reveal('POST', '/auth/sign-in', { body: { email: EMAIL, password: second } })
  const after = await reveal('PUT', '/auth/password', {
    token: before,
    body: { currentPassword: second, password: third },
  })
  // Mistakes that are easily made: a token in the address, and a password as the address of an account.
  await app.api('GET', `/keys?token=${after}`, { token: after })
  await app.api('GET', `/sites/${key}`, { token: after })
  await app.api('POST', '/auth/sign-in', { body: { email: third, password: third } })
  await app.api('POST', '/auth/password/reset', { body: { token: after, password: third } })
  await app.api('DELETE', '/auth/session', { token: after })
  return [setup, owner, key, inCookie, reset, before, after, ...PASSWORDS]
}

it('at rest: neither the data nor the log holds a secret that was used', async () => {
  const secrets = await useEverything()
  expect(new Set(secrets).size).toBe(10)
  for (const token of secrets.slice(0, 7)) expect(token).toMatch(/^ctb[kso]_\w{49}$/)
  await app.app.services.authenticator.flushUses()
  const [stored, logs] = [storedBytes(app.directory), app.logs.join('')]
  expect(stored.includes(EMAIL)).toBe(true)
  expect(logs).toContain('/api/v1/auth/password/reset')
  for (const secret of secrets) {
    expect([secret, stored.includes(secret), logs.includes(secret)]).toEqual([secret, false, false])
  }
  expect(logs).not.toContain(EMAIL)
})

const SOURCES = ['src', 'db', 'tools']
const COMPARES_A_SECRET = /\b\w*(?:token|secret)\w* *[!=]==? *(?!undefined|null)[a-z]/i

it('timing-safe: no source compares a token or a secret character by character', () => {
  const lines = SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')),
  )
  expect(lines.length).toBeGreaterThan(10_000)
  expect(lines.filter((line) => COMPARES_A_SECRET.test(line))).toEqual([])
  expect(COMPARES_A_SECRET.test('if (token === stored) return')).toBe(true)
})
