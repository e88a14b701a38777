import { describe, expect, it } from 'vitest'
import type { OauthClient } from './oauth-client.ts'
import { hostOf, isLoopbackRedirect, redirectOf, refuseRedirectUri } from './redirect-uri.ts'

const client = (kind: OauthClient['kind'], ...redirectUris: string[]): OauthClient => ({
  id: 'cli_a',
  kind,
  name: null,
  redirectUris,
  methods: ['none'],
  method: 'none',
})

describe('an address that a client is led back to', () => {
  const GOOD = [
    'https://claude.ai/api/mcp/auth_callback',
    'https://global.consent.azure-apim.net/redirect/a?b=c',
    'https://host.example:8443/cb',
    'http://127.0.0.1/callback',
    'http://[::1]:8080',
    'http://localhost:1/callback?a=b',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'vscode-insiders://vscode.github-authentication/did-authenticate',
  ]

  it('is of the web by https, of this computer, or of a known editor', () => {
    expect(GOOD.filter((uri) => refuseRedirectUri(uri) !== undefined)).toEqual([])
  })

  const BAD = [
    'http://claude.ai/cb',
    'http://localhost.example/cb',
    'http://localhost:80@evil.example/cb',
    'http://127.0.0.2/cb',
    'http://127.1/cb',
    'http://localhost:0/cb',
    'http://localhost:99999/cb',
    'https://a.example/cb#part',
    'https://a.example/cb#',
    'https://me@a.example/cb',
    'https://@a.example/cb',
    'https:///a.example/cb',
    'https:/a.example/cb',
    'https:a.example',
    'HTTPS://a.example/cb',
    String.raw`https://a.example\@b.example/`,
    'https://a.example/\ncb',
    'https://a.example/ä',
    ' https://a.example/',
    'https://',
    '/callback',
    '',
    'javascript:alert(1)',
    'javascript://a.example/%0aalert(1)',
    'data:text/html,a',
    'file:///etc/passwd',
    'vbscript://a',
    'blob:https://a.example/1',
    'unknown://callback',
    'cursor:callback',
    'cursor://me@b/cb',
    `https://a.example/${'a'.repeat(1_000)}`,
  ]

  it('is nothing else, at registration or later', () => {
    expect(BAD.filter((uri) => refuseRedirectUri(uri) === undefined)).toEqual([])
    const one = client('registered', 'https://a.example/cb')
    expect(BAD.filter((uri) => redirectOf(one, uri) !== undefined)).toEqual([])
  })
})

describe('the redirect that is used', () => {
  const web = client('registered', 'https://a.example/cb?x=1', 'https://b.example/cb')

  const OTHERS = [
    'https://a.example/cb',
    'https://a.example/cb?x=1&y=2',
    'https://a.example/cb?x=1/',
    'https://a.example/CB?x=1',
    'https://A.example/cb?x=1',
    'https://a.example:443/cb?x=1',
    'https://a.example:8443/cb?x=1',
    'https://a.example.evil.example/cb?x=1',
    'https://me@a.example/cb?x=1',
    'https://a.example/cb?x=1#a',
    'http://a.example/cb?x=1',
  ]

  it('is equal to the letter, and the only one where none is sent', () => {
    expect(redirectOf(web, 'https://a.example/cb?x=1')).toBe('https://a.example/cb?x=1')
    expect(OTHERS.filter((uri) => redirectOf(web, uri) !== undefined)).toEqual([])
    expect(redirectOf(web, undefined)).toBeUndefined()
    expect(redirectOf(client('fixed', 'https://a.example/'), undefined)).toBe('https://a.example/')
  })

  const known = ['http://localhost/callback', 'http://127.0.0.1:33418/', 'http://[::1]/callback']

  const PORTS = [
    ['http://localhost:49152/callback', 'document', true],
    ['http://localhost:49152/callback', 'registered', false],
    ['http://localhost/callback', 'registered', true],
    ['http://127.0.0.1:50000/', 'registered', true],
    ['http://127.0.0.1/', 'registered', true],
    ['http://[::1]:50000/callback', 'registered', true],
    ['http://127.0.0.1:50000/callback', 'document', false],
    ['http://localhost:50000/', 'document', false],
    ['http://127.0.0.1:50000/?a=b', 'document', false],
    ['https://127.0.0.1:50000/', 'document', false],
    ['http://127.0.0.1:050000/', 'document', false],
    ['http://127.0.0.1:/', 'document', false],
  ] as const

  it('has any port on loopback, by name for clients that are documents alone', () => {
    const used = PORTS.map(([uri, kind]) => [uri, kind, redirectOf(client(kind, ...known), uri)])
    expect(used).toEqual(PORTS.map(([uri, kind, isUsed]) => [uri, kind, isUsed ? uri : undefined]))
  })
})

const SHOWN = [
  ['https://claude.ai/api/mcp/auth_callback', 'claude.ai', false],
  ['https://xn--80ak6aa92e.com:8443/cb', 'xn--80ak6aa92e.com:8443', false],
  ['http://127.0.0.1:33418/', '127.0.0.1:33418', true],
  ['http://localhost/callback', 'localhost', true],
  ['https://localhost:8443/callback', 'localhost:8443', true],
  ['http://[::1]:80/', '[::1]', true],
  // Any program may claim a scheme, so it warns as loopback does.
  ['vscode-insiders://a.b/cb', 'vscode-insiders://a.b', true],
] as const

it('a redirect is shown by its host, or by the scheme of an editor', () => {
  const shown = SHOWN.map(([uri]) => [uri, hostOf(uri), isLoopbackRedirect(uri)])
  expect(shown).toEqual(SHOWN)
})
