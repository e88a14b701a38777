import { createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ClientSite } from '../../../testing/client-site.ts'
import { storedBytes } from '../../../testing/stored-bytes.ts'
import { TestApp } from '../../../testing/start-test-app.ts'
import { authenticateClient, type ClientCredentials } from './authenticate-client.ts'
import { issueClient } from './issue-client.ts'

let app: TestApp
let site: ClientSite

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const strange = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

const publicKey = (key: KeyObject, fields: JsonWebKey = {}): JsonWebKey => ({
  ...createPublicKey(key).export({ format: 'jwk' }),
  ...fields,
})

beforeAll(async () => {
  app = await TestApp.start({
    environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32' },
    // The library that signs uses the clock of this machine.
    startAt: new Date().toISOString(),
  })
  site = await ClientSite.start()
  site.json('/jwks', { keys: [publicKey(rsa, { kid: 'r' }), publicKey(ec, { kid: 'e' })] })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const authenticate = (sent: Partial<ClientCredentials>) =>
  authenticateClient(app.app.services.context, { authorization: undefined, ...sent })

const issued = (method: 'none' | 'client_secret_basic' | 'client_secret_post') =>
  issueClient(app.app.services.context, {
    kind: 'registered',
    name: null,
    redirectUris: ['https://app.example/cb'],
    method,
    address: null,
  })

const clientWithKeys = (path: string, fields = {}) =>
  site.client(path, {
    token_endpoint_auth_method: 'private_key_jwt',
    jwks_uri: site.at('/jwks'),
    ...fields,
  })

/** Returns the refusal of a request: its code, its status and its challenge. */
const refusalOf = (sent: Partial<ClientCredentials>) =>
  authenticate(sent).then(
    () => 'let in',
    (error: unknown) => {
      if (!(error instanceof Error) || !('oauth' in error) || !('status' in error)) throw error
      const challenge = 'challenge' in error && error.challenge
      return [error.oauth, error.status, ...(challenge ? [challenge] : [])].join(' ')
    },
  )

const basic = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

const nowS = () => Math.floor(app.clock.now() / 1_000)
let signed = 0

interface Signing {
  key?: KeyObject
  header?: { alg?: string; kid?: string }
}

/** Makes a valid assertion in which the given claims replace the usual ones. */
const sign = (
  id: string,
  claims: Record<string, unknown> = {},
  { key = ec, header }: Signing = {},
) =>
  new SignJWT({
    iss: id,
    sub: id,
    aud: app.url,
    jti: `j${(signed += 1)}`,
    iat: nowS(),
    exp: nowS() + 60,
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', kid: 'e', ...header })
    .sign(key)

const byJwt = (client_assertion: string): Partial<ClientCredentials> => ({
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion,
})

describe('a client that authenticates', () => {
  it('is let in by each of the four ways, as oauth4webapi goes them', async () => {
    const server: oauth.AuthorizationServer = {
      issuer: app.url,
      token_endpoint: `${app.url}/token`,
    }
    const [open, byHeader, byForm] = await Promise.all([
      issued('none'),
      issued('client_secret_basic'),
      issued('client_secret_post'),
    ])
    const keyed = clientWithKeys('/four')
    const key = await crypto.subtle.importKey(
      'pkcs8',
      rsa.export({ type: 'pkcs8', format: 'der' }),
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      false,
      ['sign'],
    )
    const ways: [string, oauth.ClientAuth][] = [
      [open.id, oauth.None()],
      [byHeader.id, oauth.ClientSecretBasic(byHeader.secret ?? '')],
      [byForm.id, oauth.ClientSecretPost(byForm.secret ?? '')],
      [keyed, oauth.PrivateKeyJwt({ key, kid: 'r' })],
    ]
    const found: string[] = []
    for (const [id, way] of ways) {
      await oauth.clientCredentialsGrantRequest(
        server,
        { client_id: id },
        way,
        {},
        {
          [oauth.allowInsecureRequests]: true,
          [oauth.customFetch]: async (_, { headers, body }) => {
            const form = Object.fromEntries(new URLSearchParams(String(body)))
            const { authorization } = headers
            found.push((await authenticate({ ...form, authorization })).id)
            return Response.json({})
          },
        },
      )
    }
    expect(found).toEqual(ways.map(([id]) => id))
  })

  it('may send its secret in the other way, and nothing but the right one', async () => {
    const { id, secret = '' } = await issued('client_secret_basic')
    const open = await issued('none')
    expect(await authenticate({ client_id: id, client_secret: secret })).toMatchObject({ id })
    const wrong = 'invalid_client 401'
    const challenged = `${wrong} Basic realm="citable"`
    const cases: [Partial<ClientCredentials>, string][] = [
      [{ authorization: basic(id, `${secret}x`) }, challenged],
      [{ authorization: basic('cli_none', secret) }, challenged],
      [{ authorization: 'Basic ???' }, challenged],
      [{ authorization: basic(id, '%') }, challenged],
      [{ client_id: id, client_secret: 'wrong' }, wrong],
      [{ client_id: id }, wrong],
      [{ client_id: id, client_secret: '' }, wrong],
      [{ client_id: open.id, client_secret: secret }, wrong],
      [{ authorization: basic(open.id, '') }, challenged],
      [{ client_id: 'cli_none' }, wrong],
      [{ authorization: 'Bearer x' }, wrong],
      [{}, wrong],
      [{ authorization: basic(id, secret), client_secret: secret }, 'invalid_request 400'],
      [{ authorization: basic(id, secret), client_id: open.id }, 'invalid_request 400'],
      [{ client_id: id, client_secret: secret, client_assertion: 'a' }, 'invalid_request 400'],
      [{ client_id: id, client_assertion: 'a' }, 'invalid_request 400'],
    ]
    const answers = []
    for (const [sent] of cases) answers.push([sent, await refusalOf(sent)])
    expect(answers).toEqual(cases)
    expect(storedBytes(app.directory).includes(secret)).toBe(false)
    expect(app.logs.join('')).not.toContain(secret)
  })

  it('may leave its keys out where its document lets it, and not where it does not', async () => {
    const either = clientWithKeys('/either', {
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    })
    expect(await authenticate({ client_id: either })).toMatchObject({ id: either })
    expect(await authenticate(byJwt(await sign(either)))).toMatchObject({ id: either })
    const strict = clientWithKeys('/strict')
    expect(await refusalOf({ client_id: strict })).toBe('invalid_client 401')
    expect(await refusalOf({ client_id: strict, client_secret: 'a' })).toBe('invalid_client 401')
  })
})

describe('an assertion', () => {
  it('is for one of our addresses, by a key in the document or behind it', async () => {
    const id = clientWithKeys('/good')
    for (const aud of [app.url, `${app.url}/token`, [app.url, `${app.url}/revoke`]]) {
      expect(await authenticate(byJwt(await sign(id, { aud })))).toMatchObject({ id })
    }
    const own = site.client('/own', {
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [publicKey(strange), publicKey(ec)] },
    })
    const nameless = { header: { kid: undefined as never } }
    const byOwn = byJwt(await sign(own, {}, nameless))
    expect(await authenticate({ ...byOwn, client_id: own })).toMatchObject({ id: own })
    expect(await authenticate(byJwt(await sign(own, { iat: undefined }, nameless)))).toMatchObject({
      id: own,
    })
  })

  it('is refused for each thing that is wrong with it', async () => {
    const id = clientWithKeys('/wrong')
    const other = clientWithKeys('/another')
    const claims: [Record<string, unknown>, string][] = [
      [{ iss: other }, 'its iss'],
      [{ sub: other }, 'its sub'],
      [{ sub: undefined }, 'its sub'],
      [{ aud: undefined }, 'its aud'],
      [{ aud: 'https://other.example' }, 'its aud'],
      [{ aud: `${app.url}/` }, 'its aud'],
      [{ aud: [app.url, 'https://other.example'] }, 'its aud'],
      [{ aud: [] }, 'its aud'],
      [{ exp: undefined }, 'its exp'],
      [{ exp: nowS() - 31 }, 'it has ended'],
      [{ exp: nowS() + 631, iat: undefined }, 'it ends in more than ten minutes'],
      [{ exp: nowS() + 600, iat: nowS() - 1 }, 'it is good for more than ten minutes'],
      [{ exp: 'soon' }, 'its exp'],
      [{ iat: nowS() + 31 }, 'it is of the future'],
      [{ nbf: nowS() + 31 }, 'its nbf'],
      [{ jti: undefined }, 'its jti'],
      [{ jti: '' }, 'its jti'],
      [{ jti: 5 }, 'its jti'],
      [{ jti: 'j'.repeat(501) }, 'its jti'],
      [{ pad: 'a'.repeat(8_192) }, 'it is too long'],
    ]
    const own = { iss: id, sub: id, aud: app.url, jti: 'own', exp: nowS() + 60 }
    const secret = new TextEncoder().encode(JSON.stringify(publicKey(ec)))
    const cases: [string, string][] = [
      [await sign(id, {}, { key: strange }), 'its signature'],
      [await sign(id, {}, { header: { kid: 'r' } }), 'no key that it could be signed with'],
      [await sign(id, {}, { key: rsa, header: { alg: 'PS256', kid: 'r' } }), 'another algorithm'],
      [
        await new SignJWT(own).setProtectedHeader({ alg: 'HS256' }).sign(secret),
        'another algorithm',
      ],
      [new UnsecuredJWT(own).encode(), 'another algorithm'],
      ['no.jwt.atall', 'it is no signed JWT'],
      ['a', 'it is no signed JWT'],
    ]
    for (const [one, reason] of claims) cases.push([await sign(id, one), reason])
    for (const [assertion, reason] of cases) {
      await expect(authenticate({ client_id: id, ...byJwt(assertion) })).rejects.toMatchObject({
        oauth: 'invalid_client',
        status: 401,
        message: expect.stringContaining(reason) as string,
      })
    }
    const unnamed = await refusalOf(byJwt(await sign(id, { iss: ['a'] })))
    expect(unnamed).toBe('invalid_client 401')
    const typed = { ...byJwt(await sign(id)), client_assertion_type: 'saml' }
    expect(await refusalOf(typed)).toBe('invalid_request 400')
  })

  it('is good once, of ten at once too, and for its client alone', async () => {
    const [id, other] = [clientWithKeys('/once'), clientWithKeys('/twice')]
    const assertion = byJwt(await sign(id, { jti: 'same' }))
    const answers = await Promise.all(Array.from({ length: 10 }, () => refusalOf(assertion)))
    expect(answers.filter((answer) => answer === 'let in')).toHaveLength(1)
    expect(await refusalOf(byJwt(await sign(other, { jti: 'same' })))).toBe('let in')
    app.clock.advance({ seconds: 89 })
    expect(await refusalOf(assertion)).toBe('invalid_client 401')
  })

  it('by an unknown key asks for the keys once more, at most once a minute and client', async () => {
    const set = (...keys: JsonWebKey[]) =>
      site.json('/rotated', { keys }, { 'cache-control': 'max-age=86400' })
    const jwksUri = set(publicKey(strange, { kid: 'old' }))
    const id = clientWithKeys('/rotating', { jwks_uri: jwksUri })
    const send = async (kid: string) => refusalOf(byJwt(await sign(id, {}, { header: { kid } })))
    expect(await send('e')).toBe('invalid_client 401')
    expect(site.asked('/rotated')).toBe(2)
    set(publicKey(ec, { kid: 'e' }))
    expect(await send('e')).toBe('invalid_client 401')
    expect(site.asked('/rotated')).toBe(2)
    app.clock.advance({ minutes: 1 })
    expect(await Promise.all([send('e'), send('e')])).toEqual(['let in', 'let in'])
    expect(await send('none')).toBe('invalid_client 401')
    expect(site.asked('/rotated')).toBe(3)
  })

  it('needs keys that can be had and checked', async () => {
    const many = Array.from({ length: 1_000 }, (_, n) => ({ kty: 'oct', kid: `${n}` }))
    const large = { ...publicKey(rsa), n: 'A'.repeat(4_000) }
    const sets: [unknown, string][] = [
      [{ keys: many }, 'invalid_client 401'],
      [{ keys: many.slice(0, 21) }, 'invalid_client 401'],
      [{ keys: [] }, 'invalid_client 401'],
      [{ keys: 'a' }, 'invalid_client 401'],
      [{ keys: [large, { ...publicKey(ec), use: 'enc' }, null] }, 'invalid_client 401'],
      [{ keys: [{ ...publicKey(ec), y: publicKey(ec).x }] }, 'invalid_client 401'],
      [{ keys: [publicKey(ec)], pad: 'a'.repeat(16_384) }, 'invalid_client 401'],
    ]
    const answers: unknown[] = []
    for (const [n, [set]] of sets.entries()) {
      const id = clientWithKeys(`/set-${n}`, { jwks_uri: site.json(`/keys-${n}`, set) })
      answers.push([set, await refusalOf(byJwt(await sign(id)))])
    }
    expect(answers).toEqual(sets)
    const down = clientWithKeys('/down', { jwks_uri: site.json('/keys', {}, {}, 500) })
    expect(await refusalOf(byJwt(await sign(down)))).toBe('temporarily_unavailable 503')
  })
})
