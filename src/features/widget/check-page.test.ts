import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseAllowedNetworks } from '../../net/address-policy.ts'
import { GuardedClient } from '../../net/guarded-client.ts'
import { page, WebSite, type PageHandler } from '../../testing/web-site.ts'
import { checkPage } from './check-page.ts'

const SCRIPT = 'console.log(1)'
const SITE = 'site_1'

let web: WebSite
let server: WebSite
let client: GuardedClient

beforeAll(async () => {
  web = await WebSite.start({})
  server = await WebSite.start({})
  const allowed = parseAllowedNetworks('127.0.0.0/8')
  client = new GuardedClient({ policy: { schemes: 'any', ports: 'service', allowed } })
})

beforeEach(() => {
  web.pages.clear()
  server.pages.clear()
  server.pages.set('/widget.js', sends({ 'content-type': 'text/javascript' }, SCRIPT))
})

afterAll(async () => {
  await client[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const sends =
  (headers: Record<string, string>, body: string, status = 200): PageHandler =>
  (_: unknown, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
  }

const tag = (rest = '', src = `${server.url}/widget.js`) =>
  `<script async src="${src}" data-site-id="${SITE}"${rest}></script>`

const home = (head: string): string => page('Home').replace('<head>', `<head>${head}`)

const check = (url = `${web.url}/`) =>
  checkPage(url, { client, userAgent: 'Test', expected: { siteId: SITE, host: server.url } })

/** Returns whether the start page is live, and the codes of the findings. */
async function found(handler: string | PageHandler) {
  web.pages.set('/', handler)
  const { isLive, findings } = await check()
  return { isLive, codes: findings.map(({ code }) => code) }
}

const live = { isLive: true, codes: [] }
const stopped = (...codes: string[]) => ({ isLive: false, codes })

describe('a page that runs the widget', () => {
  it('has one tag of the site, whose script loads', async () => {
    web.pages.set('/', home(tag()))
    expect(await check()).toEqual({
      url: `${web.url}/`,
      isLive: true,
      tag: { src: `${server.url}/widget.js`, siteId: SITE },
      findings: [],
    })
  })

  it('may name what the script holds', async () => {
    const integrity = `sha384-${hash('sha384', SCRIPT, 'base64')}`
    const rest = ` integrity="${integrity}" crossorigin="anonymous"`
    expect(await found(home(tag(rest)))).toEqual(live)
    expect(await found(home(tag(` integrity="${integrity}"`)))).toEqual(stopped('no_crossorigin'))
    const other = `sha384-${hash('sha384', 'other', 'base64')}`
    expect(await found(home(tag(` integrity="${other}" crossorigin`)))).toEqual(
      stopped('integrity'),
    )
  })

  it('may have a policy that allows the server', async () => {
    const policy = `default-src 'none'; script-src ${server.url}; connect-src ${server.url}`
    const csp = { 'content-security-policy': policy }
    expect(await found(sends(csp, home(tag())))).toEqual(live)
  })

  it('may be behind a redirect, and have the tag twice, which are notes', async () => {
    web.pages.set('/old', sends({ location: '/' }, '', 301))
    web.pages.set('/', home(tag() + tag()))
    const { url, isLive, findings } = await check(`${web.url}/old`)
    expect({ url, isLive }).toEqual({ url: `${web.url}/`, isLive: true })
    expect(findings.map(({ code }) => code)).toEqual(['redirected', 'tag_twice'])
  })
})

describe('a tag that does nothing', () => {
  it('is not there', async () => {
    expect(await found(home(''))).toEqual(stopped('tag_absent'))
    expect(await found(home('<script src="/app.js"></script>'))).toEqual(stopped('tag_absent'))
  })

  it('stands in a comment, in noscript or in a template', async () => {
    expect(await found(home(`<!-- ${tag()} -->`))).toEqual(stopped('tag_in_comment'))
    expect(await found(home(`<noscript>${tag()}</noscript>`))).toEqual(stopped('tag_in_noscript'))
    expect(await found(home(`<template>${tag()}</template>`))).toEqual(stopped('tag_absent'))
  })

  it('has no site, or another one', async () => {
    const none = `<script async src="${server.url}/widget.js"></script>`
    expect(await found(home(none))).toEqual(stopped('no_site_id'))
    const other = tag().replace(SITE, 'site_2')
    expect(await found(home(other))).toEqual(stopped('wrong_site'))
    expect(await found(home(tag() + other))).toEqual(stopped('tag_twice'))
  })

  it('is of another server', async () => {
    web.pages.set('/widget.js', sends({ 'content-type': 'text/javascript' }, SCRIPT))
    expect(await found(home(tag('', '/widget.js')))).toEqual(stopped('wrong_host'))
  })

  it('has a type that no browser runs', async () => {
    expect(await found(home(tag(' type="text/plain"')))).toEqual(stopped('tag_type'))
  })
})

describe('a policy that is in the way', () => {
  it('stands in the header', async () => {
    const csp = { 'content-security-policy': `script-src ${server.url}; connect-src 'self'` }
    expect(await found(sends(csp, home(tag())))).toEqual(stopped('csp_blocks_connect'))
  })

  it('stands in a meta element', async () => {
    const meta = `<meta http-equiv="Content-Security-Policy" content="default-src 'self'">`
    expect(await found(home(meta + tag()))).toEqual(
      stopped('csp_blocks_script', 'csp_blocks_connect'),
    )
  })

  it('is none where it only reports', async () => {
    const csp = { 'content-security-policy-report-only': "default-src 'none'" }
    expect(await found(sends(csp, home(tag())))).toEqual(live)
  })
})

describe('a script that does not load', () => {
  it.each([
    ['is missing', 404, 'text/javascript', 'script_status'],
    ['is a page', 200, 'text/html', 'script_type'],
  ])('%s', async (_, status, type, code) => {
    server.pages.set('/widget.js', sends({ 'content-type': type }, SCRIPT, status))
    expect(await found(home(tag()))).toEqual(stopped(code))
  })

  it('is at an address that cannot be reached', async () => {
    const gone = await WebSite.start({})
    const src = `${gone.url}/widget.js`
    await gone[Symbol.asyncDispose]()
    expect(await found(home(tag('', src)))).toEqual(stopped('wrong_host', 'script_unreachable'))
  })
})

describe('a page that cannot be looked at', () => {
  it.each([
    ['is missing', sends({}, '', 404), 'page_status'],
    ['is a file', sends({ 'content-type': 'text/plain' }, 'x'), 'not_html'],
    ['closes the connection', (_: unknown, to: ServerResponse) => to.destroy(), 'page_unreachable'],
  ])('%s', async (_, handler: PageHandler, code) => {
    expect(await found(handler)).toEqual(stopped(code))
  })

  it('leads in a circle, or is at a closed address', async () => {
    expect(await found(sends({ location: '/' }, '', 302))).toEqual(stopped('page_unreachable'))
    expect((await check('http://10.0.0.1/')).findings).toMatchObject([
      { code: 'page_unreachable', message: expect.stringContaining('ALLOW_PRIVATE_NETWORKS') },
    ])
    expect((await check('no address')).findings).toMatchObject([{ code: 'page_unreachable' }])
  })

  it('is longer than what is looked at', async () => {
    const long = home(tag()).replace('</body>', `${'<p>x</p>'.repeat(300_000)}</body>`)
    expect(await found(long)).toEqual({ isLive: true, codes: ['page_cut'] })
  })
})

describe('a page with the tag, and a place of the owner for the widget', () => {
  it.each<[selector: string | null, codes: string[]]>([
    ['#article > p:last-of-type', []],
    ['main', ['place_absent']],
    ['p:has(a)', ['place_unknown']],
    [null, []],
  ])('is looked at for %s', async (selector, codes) => {
    const config = JSON.stringify({ data: { placement: { selector, position: 'end' } } })
    server.pages.set(
      `/api/v1/sites/${SITE}/config?path=%2F`,
      sends({ 'content-type': 'application/json' }, config),
    )
    const place = '<div id="article"><p>Tea</p><p>Coffee</p></div>'
    const html = home(tag())
      .replaceAll(/<\/?main>/g, '')
      .replace('</body>', `${place}</body>`)
    const answer = await found(html)
    expect(answer).toEqual({ isLive: !codes.includes('place_absent'), codes })
  })
})
