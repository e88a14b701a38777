import { createHash } from 'node:crypto'
import { WORLD_PASSWORD } from './make-people.ts'
import { withJson, writeQuery, type RequestOfRecord } from './request-of-record.ts'
import { PUBLIC_HOST } from './world.ts'

const REDIRECT = 'https://assistant.example/callback'
const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const OPENED = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' }
const SUBMITTED = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' }
const SIGNED_IN = { cookie: '__Host-citable=<secret:owner>' }
const PREFLIGHT = {
  origin: 'https://assistant.example',
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization',
}

type Fields = Readonly<Record<string, string>>

/**
 * Makes the requests that a client goes through, with what it may get wrong on the way. They have addresses of their
 * own, which do not belong to the API.
 */
export const oauthRequests = (): RequestOfRecord[] => [
  ...discovery(),
  ...registrations(),
  ...signingIn(),
  ...asking(),
  ...answering(),
  ...redeeming(),
  ...ending(),
]

const discovery = (): RequestOfRecord[] => [
  ...[
    '/.well-known/oauth-authorization-server/mcp',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-protected-resource/mcp/s/coast.example',
    '/.well-known/openid-configuration',
  ].map((path) => ({ name: `GET ${path}`, method: 'GET', path, headers: {} })),
  ...['/register', '/token', '/revoke', '/.well-known/oauth-authorization-server'].map((path) => ({
    name: `OPTIONS ${path}`,
    method: 'OPTIONS',
    path,
    headers: PREFLIGHT,
  })),
]

const register = (what: string, value: unknown, keep?: Fields): RequestOfRecord => ({
  ...withJson({ name: `register: ${what}`, method: 'POST', path: '/register', headers: {} }, value),
  ...(keep && { keep }),
})

function registrations(): RequestOfRecord[] {
  const client = {
    client_name: 'Assistant',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
  }
  return [
    register('a client', client, { client: '/client_id' }),
    register('one with a secret', { redirect_uris: [REDIRECT] }),
    register('no redirect', { client_name: 'Assistant' }),
    register('a redirect without TLS', { ...client, redirect_uris: ['http://assistant.example/'] }),
    register('a method with keys', { ...client, token_endpoint_auth_method: 'private_key_jwt' }),
    { ...register('no JSON', {}), body: '{' },
    { ...register('a form', {}), headers: FORM, body: 'client_name=Assistant' },
  ]
}

const signIn = (what: string, fields: Fields, headers: Fields = SUBMITTED): RequestOfRecord =>
  form(`sign-in: ${what}`, '/sign-in', fields, headers)

function signingIn(): RequestOfRecord[] {
  const email = 'anna@people.example'
  return [
    opened('sign-in: the page', '/sign-in'),
    opened('sign-in: on the way', `/sign-in${writeQuery({ next: '/authorize?client_id=none' })}`),
    signIn('the password', { email, password: WORLD_PASSWORD, next: '/authorize?client_id=none' }),
    signIn('a wrong password', { email, password: 'another passphrase' }),
    signIn('nothing', {}),
    signIn('from elsewhere', { email, password: WORLD_PASSWORD }, OPENED),
    signIn('on to elsewhere', { email, password: WORLD_PASSWORD, next: '//assistant.example' }),
  ]
}

const ASKED: Fields = {
  response_type: 'code',
  client_id: '<kept:client>',
  redirect_uri: REDIRECT,
  scope: 'analytics:read sites:read offline_access nothing:read',
  state: 'a state & more',
  resource: `https://${PUBLIC_HOST}/mcp`,
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
}

function ask(what: string, change: Fields = {}, headers: Fields = SIGNED_IN): RequestOfRecord {
  return opened(`authorize: ${what}`, `/authorize${writeQuery({ ...ASKED, ...change })}`, headers)
}

const asking = (): RequestOfRecord[] => [
  opened('authorize: nothing', '/authorize', SIGNED_IN),
  ask('no such client', { client_id: 'cli_00000000000000000000000000' }),
  ask('a client that is no document', { client_id: 'https://assistant.example' }),
  ask('another redirect', { redirect_uri: 'https://elsewhere.example/' }),
  ask('no code', { response_type: 'token' }),
  ask('no challenge', { code_challenge: '' }),
  ask('a plain challenge', { code_challenge_method: 'plain' }),
  ask('another resource', { resource: 'https://elsewhere.example/mcp' }),
  ask('without the page', { prompt: 'none' }),
  ask('signed out', {}, {}),
]

const KEPT_REQUEST = { request: 'match:name="request" value="(orq_\\w+)"' }
const ANSWERED: Fields = {
  request: '<kept:request>',
  sites: 'all',
  scope: 'analytics:read',
  words: '1',
  lasts: 'day',
}

function answer(what: string, change: Fields, headers: Fields = SUBMITTED): RequestOfRecord {
  const fields = { ...ANSWERED, ...change }
  return form(`consent: ${what}`, '/authorize', fields, { ...SIGNED_IN, ...headers })
}

const answering = (): RequestOfRecord[] => [
  { ...ask('a person'), keep: KEPT_REQUEST },
  answer('from elsewhere', { do: 'allow' }, OPENED),
  answer(
    'by somebody else',
    { do: 'allow' },
    { ...SUBMITTED, cookie: '__Host-citable=<secret:admin>' },
  ),
  answer('no site', { do: 'allow', sites: 'chosen' }),
  answer('no', { do: 'deny' }),
  answer('yes after no', { do: 'allow' }),
  { ...ask('a person once more'), keep: KEPT_REQUEST },
  answer('more than was asked for', { do: 'allow', scope: 'org:read' }),
  { ...ask('a person for the last time'), keep: KEPT_REQUEST },
  { ...answer('yes', { do: 'allow' }), keep: { code: 'match-location:[?&]code=([^&]+)' } },
  answer('yes twice', { do: 'allow' }),
]

function redeem(what: string, change: Fields, keep?: Fields): RequestOfRecord {
  return { ...form(`token: ${what}`, '/token', change), ...(keep && { keep }) }
}

function redeeming(): RequestOfRecord[] {
  const client = { client_id: '<kept:client>' }
  const code = {
    ...client,
    grant_type: 'authorization_code',
    code: '<kept:code>',
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
  }
  const refresh = { ...client, grant_type: 'refresh_token', refresh_token: '<kept:refresh>' }
  return [
    redeem('nothing', {}),
    redeem('another grant', { ...client, grant_type: 'password' }),
    redeem('a key as code', { ...code, code: '<secret:full>' }),
    redeem('another client', { ...code, client_id: 'cli_00000000000000000000000000' }),
    withJson({ name: 'token: JSON', method: 'POST', path: '/token', headers: {} }, code),
    redeem('a code', code, { access: '/access_token', refresh: '/refresh_token' }),
    listTools('by its access token', '/mcp', '<kept:access>'),
    listTools('at another address', '/mcp/publisher', '<kept:access>'),
    listTools('by a refresh token', '/mcp', '<kept:refresh>'),
    redeem('a refresh', refresh, { renewed: '/access_token', next: '/refresh_token' }),
    redeem('the same refresh', refresh),
    redeem('a refresh for another address', { ...refresh, resource: 'https://elsewhere.example' }),
  ]
}

const ending = (): RequestOfRecord[] => [
  form('revoke: nothing', '/revoke', {}),
  form('revoke: an access token', '/revoke', {
    client_id: '<kept:client>',
    token: '<kept:access>',
  }),
  listTools('by a revoked token', '/mcp', '<kept:access>'),
  form('revoke: a refresh token', '/revoke', {
    client_id: '<kept:client>',
    token: '<kept:next>',
  }),
  listTools('of an ended grant', '/mcp', '<kept:renewed>'),
]

const opened = (name: string, path: string, headers: Fields = {}): RequestOfRecord => ({
  name,
  method: 'GET',
  path,
  headers: { ...OPENED, ...headers },
})

const form = (
  name: string,
  path: string,
  fields: Fields,
  headers: Fields = {},
): RequestOfRecord => ({
  name,
  method: 'POST',
  path,
  headers: { ...FORM, ...headers },
  body: writeQuery(fields).slice(1),
})

const listTools = (what: string, path: string, token: string): RequestOfRecord =>
  withJson(
    {
      name: `tools of a grant, ${what}`,
      method: 'POST',
      path,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
      },
    },
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  )
