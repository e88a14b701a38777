import { describe, expect, it } from 'vitest'
import { NO_PRIVATE_NETWORKS, parseAllowedNetworks } from './address-policy.ts'
import rows from './ssrf-urls.data.json' with { type: 'json' }
import { vetAddress, vetUrl, type UrlPolicy } from './url-policy.ts'

const policy = (changes: Partial<UrlPolicy> = {}): UrlPolicy => ({
  schemes: 'any',
  ports: 'service',
  allowed: NO_PRIVATE_NETWORKS,
  ...changes,
})

/** Returns the URL as it would be fetched, or the code of its refusal. */
function verdictOf(text: string, changes: Partial<UrlPolicy> = {}, base?: string): string {
  const verdict = vetUrl(text, policy(changes), base === undefined ? undefined : new URL(base))
  return verdict.isPermitted ? verdict.url.href : verdict.code
}

const CODES: Readonly<Record<string, readonly string[]>> = {
  refused: ['BLOCKED_ADDRESS', 'USERINFO_REFUSED'],
  unparsable: ['INVALID_URL'],
  scheme: ['SCHEME_REFUSED'],
  permitted: ['none'],
}

describe('the shared list of SSRF URLs', () => {
  it('has rows of every kind', () => {
    const kinds = rows.map(({ expect: kind }) => kind)
    expect(new Set(kinds)).toEqual(new Set(Object.keys(CODES)))
    expect(kinds.filter((kind) => kind !== 'permitted').length).toBeGreaterThan(80)
  })

  it.each(rows)('judges $url ($what) as $expect', ({ url, expect: kind }) => {
    const verdict = vetUrl(url, policy())
    expect(CODES[kind]).toContain(verdict.isPermitted ? 'none' : verdict.code)
  })
})

describe('vetUrl', () => {
  it.each([
    ['HTTPS://Example.COM:443/a b?q=ä#top', 'https://example.com/a%20b?q=%C3%A4'],
    ['https://example.com./x', 'https://example.com/x'],
    ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
    ['http://example.com\\@127.0.0.1/', 'http://example.com/@127.0.0.1/'],
  ])('permits %s as %s', (text, href) => {
    expect(verdictOf(text)).toBe(href)
  })

  it.each([
    ['https://[::1]:22/', 'BLOCKED_ADDRESS'],
    ['https://example.com:22/', 'PORT_REFUSED'],
    ['https://example.com:25/', 'PORT_REFUSED'],
    ['https://example.com:6379/', 'PORT_REFUSED'],
    ['https://8.8.8.8:2375/', 'PORT_REFUSED'],
    ['https://example.com:65536/', 'INVALID_URL'],
    ['https://example.com:0/', 'PORT_REFUSED'],
    ['', 'INVALID_URL'],
    [`https://example.com/${'a'.repeat(2_048)}`, 'INVALID_URL'],
    [`https://example.com/${'潮'.repeat(2_000)}`, 'INVALID_URL'],
    ['https://a.localhost./', 'BLOCKED_ADDRESS'],
    ['https://.example.com/', 'INVALID_URL'],
    ['https://example.com../', 'INVALID_URL'],
    ['blob:https://example.com/x', 'SCHEME_REFUSED'],
  ])('refuses %s with %s', (text, code) => {
    expect(verdictOf(text)).toBe(code)
  })

  it.each([443, 80, 8080, 8443, 1024, 65_535])('permits port %d of a service', (port) => {
    expect(vetUrl(`https://example.com:${port}/`, policy())).toMatchObject({ isPermitted: true })
  })

  it('permits only ports 80 and 443 under the standard rule', () => {
    const standard = { ports: 'standard' } as const
    expect(verdictOf('http://example.com/', standard)).toBe('http://example.com/')
    expect(verdictOf('https://example.com:80/', standard)).toBe('https://example.com:80/')
    expect(verdictOf('https://example.com:8443/', standard)).toBe('PORT_REFUSED')
  })

  it('requires https when the policy does', () => {
    expect(verdictOf('http://example.com/', { schemes: 'https' })).toBe('SCHEME_REFUSED')
    expect(verdictOf('https://example.com/', { schemes: 'https' })).toBe('https://example.com/')
  })

  it('resolves a redirect against the URL before', () => {
    const from = 'https://example.com/a/b?c'
    expect(verdictOf('../d', {}, from)).toBe('https://example.com/d')
    expect(verdictOf('//127.0.0.1/', {}, from)).toBe('BLOCKED_ADDRESS')
    expect(verdictOf('https:127.0.0.1', {}, from)).toBe('https://example.com/a/127.0.0.1')
    expect(verdictOf('http://[', {}, from)).toBe('INVALID_URL')
  })
})

describe('ALLOW_PRIVATE_NETWORKS', () => {
  const strict = { schemes: 'https', ports: 'standard' } as const

  it('permits plain http and the ports of services when it is 1', () => {
    const allowed = parseAllowedNetworks('1')
    for (const url of ['http://127.0.0.1:8080/', 'http://localhost:3000/', 'http://printer/']) {
      expect(verdictOf(url, { ...strict, allowed })).toBe(url)
    }
    for (const url of ['http://127.0.0.1:22/', 'http://[::1]:6379/', 'https://10.0.0.1:81/']) {
      expect(verdictOf(url, { ...strict, allowed })).toBe('PORT_REFUSED')
    }
    expect(verdictOf('http://93.184.216.34/', { ...strict, allowed })).toBe('SCHEME_REFUSED')
    expect(verdictOf('https://93.184.216.34:25/', { ...strict, allowed })).toBe('PORT_REFUSED')
    expect(verdictOf('http://169.254.169.254/latest', { allowed })).toBe('BLOCKED_ADDRESS')
    expect(verdictOf('ftp://127.0.0.1/', { allowed })).toBe('SCHEME_REFUSED')
    expect(verdictOf('http://a:b@127.0.0.1/', { allowed })).toBe('USERINFO_REFUSED')
  })

  it('permits the addresses of a range and no others', () => {
    const changes = { ...strict, allowed: parseAllowedNetworks('127.0.0.1/32') }
    expect(verdictOf('http://127.0.0.1:8080/', changes)).toBe('http://127.0.0.1:8080/')
    expect(verdictOf('http://127.0.0.1:22/', changes)).toBe('PORT_REFUSED')
    expect(verdictOf('http://127.0.0.2/', changes)).toBe('BLOCKED_ADDRESS')
    expect(verdictOf('http://[::1]/', changes)).toBe('BLOCKED_ADDRESS')
    expect(verdictOf('http://8.8.8.8/', changes)).toBe('SCHEME_REFUSED')
    expect(verdictOf('https://8.8.8.8:22/', changes)).toBe('PORT_REFUSED')
  })

  it('decides about scheme and port by what a name resolves to', () => {
    const changes = policy({ ...strict, allowed: parseAllowedNetworks('10.0.0.0/8') })
    const endpoint = { protocol: 'http:', port: 9_000 }
    expect(vetUrl('http://hooks.internal:9000/', changes)).toMatchObject({ isPermitted: true })
    expect(vetAddress('10.2.3.4', endpoint, changes)).toBeUndefined()
    expect(vetAddress('8.8.8.8', endpoint, changes)).toMatchObject({ code: 'SCHEME_REFUSED' })
    expect(vetAddress('192.168.0.1', endpoint, changes)).toMatchObject({ code: 'BLOCKED_ADDRESS' })
  })
})
