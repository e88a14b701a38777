import { describe, expect, it } from 'vitest'
import { blockingDirective, type PolicyRequest } from './content-security-policy.ts'

const script: PolicyRequest = {
  kind: 'script',
  url: new URL('https://citable.example/widget.js'),
  pageUrl: new URL('https://coast.example/tides'),
}
const connect: PolicyRequest = {
  ...script,
  kind: 'connect',
  url: new URL('https://citable.example/api/v1/sites/site_1/config'),
}

describe('a policy that lets the script load', () => {
  it.each([
    [''],
    ['img-src none'],
    ["script-src 'self' https://citable.example"],
    ['SCRIPT-SRC HTTPS://CITABLE.EXAMPLE'],
    ['script-src citable.example'],
    ['script-src *.example'],
    ['script-src https:'],
    ['script-src *'],
    ['script-src http://citable.example'],
    ['script-src https://citable.example:443'],
    ['script-src https://citable.example:*'],
    ['script-src https://citable.example/widget.js'],
    ["default-src 'none'; script-src https://citable.example"],
    ["script-src 'none'; script-src-elem https://citable.example"],
    ["script-src https://citable.example; script-src 'none'"],
  ])('%j', (policy) => {
    expect(blockingDirective(policy, script)).toBeUndefined()
  })

  it('by its nonce or its hash', () => {
    const strict = "script-src 'strict-dynamic' 'nonce-abc' 'sha384-xyz' https://citable.example"
    expect(blockingDirective(strict, script)).toBe('script-src')
    expect(blockingDirective(strict, { ...script, nonce: 'abc' })).toBeUndefined()
    expect(blockingDirective(strict, { ...script, integrity: 'sha384-xyz' })).toBeUndefined()
    expect(blockingDirective(strict, { ...script, integrity: 'sha384-other' })).toBe('script-src')
  })
})

describe('a policy that keeps the script out', () => {
  it.each([
    ["script-src 'self'", 'script-src'],
    ["default-src 'self'", 'default-src'],
    ["script-src-elem 'none'; script-src *", 'script-src-elem'],
    ['script-src', 'script-src'],
    ['script-src https://citable.example.evil', 'script-src'],
    ['script-src https://*.citable.example', 'script-src'],
    ['script-src https://citable.example:8443', 'script-src'],
    ['script-src https://citable.example/other/', 'script-src'],
    ['script-src https://citable.example/Widget.js', 'script-src'],
    ["script-src https://citable.example, script-src 'self'", 'script-src'],
    ["script-src 'unsafe-inline' data:", 'script-src'],
  ])('%j', (policy, directive) => {
    expect(blockingDirective(policy, script)).toBe(directive)
  })
})

it('its configuration falls under connect-src, else default-src', () => {
  expect(blockingDirective("connect-src 'self'", connect)).toBe('connect-src')
  expect(blockingDirective("default-src 'self'", connect)).toBe('default-src')
  expect(blockingDirective('connect-src https://citable.example', connect)).toBeUndefined()
  expect(blockingDirective("script-src 'none'", connect)).toBeUndefined()
})

it('a page on the host of the server needs self alone', () => {
  const own = { ...script, pageUrl: new URL('http://citable.example/') }
  expect(blockingDirective("script-src 'self'", own)).toBeUndefined()
})
