import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPerson, PERSON_PASSWORD } from '../../testing/add-person.ts'
import { authorizePath, registerTestClient, TestBrowser } from '../../testing/oauth-flow.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let email: string

beforeAll(async () => {
  app = await TestApp.start()
  email = (await addPerson(app)).email
})
beforeEach(() => app.clock.advance({ minutes: 20 }))
afterAll(() => app[Symbol.asyncDispose]())

describe('signing in on the page', () => {
  it('keeps the session in the cookie, and leads back to what was asked', async () => {
    const browser = new TestBrowser(app)
    const client = await registerTestClient(app)
    const asked = authorizePath({ client })
    const away = await browser.open(asked)
    const form = await browser.open(away.location ?? '')
    expect(form.html).toContain('assistant.example')
    expect(form.headers.get('content-security-policy')).toContain("form-action 'self'")
    const next = new URL(away.location ?? '', app.url).searchParams.get('next') ?? ''
    const done = await browser.submit('/sign-in', { email, password: PERSON_PASSWORD, next })
    expect([done.status, done.location]).toEqual([303, next])
    expect(done.headers.get('set-cookie')).toMatch(
      /^citable=ctbs_\w{49}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    )
    expect(done.headers.get('cache-control')).toBe('no-store, no-transform')
    const page = await browser.open(next)
    expect(page.status).toBe(200)
    expect(page.html).toContain(email)
  })

  it('names no host that nobody has looked up', async () => {
    const next = '/authorize?redirect_uri=https://claude.ai/x'
    const { html } = await new TestBrowser(app).open(`/sign-in?next=${encodeURIComponent(next)}`)
    expect(html).not.toContain('<bdi>claude.ai')
    expect(html).not.toContain('may read')
  })

  it('takes no session that was in the cookie before', async () => {
    const planted = await app.session(await app.org())
    const browser = new TestBrowser(app, planted)
    await browser.submit('/sign-in', { email, password: PERSON_PASSWORD, next: '/' })
    expect(browser.cookie).toMatch(/^citable=ctbs_/)
    expect(browser.cookie).not.toContain(planted)
  })

  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/%2f%2fevil.example',
    '/authorize',
    '/authorize?\\evil',
    '/authorize?x=\u2603',
    '/authorize?x=\u0001',
    'javascript:alert(1)',
    '/app/setup',
  ])('never leads on to %s', async (next) => {
    const done = await new TestBrowser(app).submit('/sign-in', {
      email,
      password: PERSON_PASSWORD,
      next,
    })
    expect([done.status, done.location]).toEqual([303, '/'])
  })

  it.each([
    ['a wrong password', { password: 'wrong' }],
    ['an unknown address', { email: 'nobody@example.com' }],
    ['nothing', { email: '', password: '' }],
  ])('shows the page again for %s', async (_, wrong) => {
    const fields = { email, password: PERSON_PASSWORD, next: '/', ...wrong }
    const shown = await new TestBrowser(app).submit('/sign-in', fields)
    expect([shown.status, shown.location]).toEqual([400, null])
    expect(shown.headers.has('www-authenticate')).toBe(false)
    expect(shown.html).toContain('role="alert"')
    expect(shown.html).not.toContain(PERSON_PASSWORD)
  })

  it('says when too many were wrong', async () => {
    const browser = new TestBrowser(app)
    const wrong = { email, password: 'wrong', next: '/' }
    let last = await browser.submit('/sign-in', wrong)
    for (let i = 0; i < 11; i++) last = await browser.submit('/sign-in', wrong)
    expect(last.status).toBe(429)
    expect(last.html).toContain('try again in')
  })

  it('is for a form of this very origin', async () => {
    const fields = { email, password: PERSON_PASSWORD, next: '/' }
    const headers = { 'sec-fetch-site': 'cross-site' }
    const browser = new TestBrowser(app)
    const refused = await browser.submit('/sign-in', fields, headers)
    expect([refused.status, refused.location, browser.cookie]).toEqual([403, null, undefined])
  })
})
