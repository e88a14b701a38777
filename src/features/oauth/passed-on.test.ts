import type { IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { ClientSite } from '../../testing/client-site.ts'
import { grantOf } from '../../testing/oauth-grant.ts'
import { authorizePath, REDIRECT, sendForm, TestBrowser } from '../../testing/oauth-flow.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let site: ClientSite

beforeAll(async () => {
  site = await ClientSite.start()
  app = await TestApp.start({ environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

it('nothing that a caller proves itself by is passed on to whom documents and keys are fetched from', async () => {
  const seen: IncomingHttpHeaders[] = []
  const id = site.at('/client.json')
  site.answer('/client.json', (request, response) => {
    seen.push(request.headers)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ client_id: id, redirect_uris: [REDIRECT] }))
  })
  const session = await app.session(await app.org())
  const browser = new TestBrowser(app, session)
  const secret = { authorization: `Bearer ${session}` }
  await browser.open(authorizePath({ client: { client_id: id } }), secret)
  app.clock.advance({ hours: 2 })
  await sendForm(app, '/token', { client_id: id, refresh_token: session }, secret)
  expect(seen.length).toBeGreaterThan(0)
  for (const headers of seen) {
    expect(JSON.stringify(headers)).not.toContain(session)
    expect([headers.authorization, headers.cookie, headers.referer]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  }
})

it('a grant of some sites sees these alone, and a token in the address is none', async () => {
  const org = await app.org('business')
  const session = await app.session(org)
  const own = await app.site(session, { domain: 'own.example' })
  await app.site(session, { domain: 'other.example' })
  const { token } = await grantOf(app, org, { siteIds: [own] })
  const { structured } = await askTool(app, 'citable', 'list_sites', token, {})
  expect(JSON.stringify(structured)).toContain('own.example')
  expect(JSON.stringify(structured)).not.toContain('other.example')
  const { text } = await askTool(app, 'citable', 'get_overview', token, { site: 'other.example' })
  expect(text).toContain('NOT_FOUND')
  const inAddress = await fetch(`${app.url}/mcp?access_token=${token}`, { method: 'POST' })
  expect(inAddress.status).toBe(400)
})
