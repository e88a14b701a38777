import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contrastWithWhite } from '../../domain/colour-contrast.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

let app: TestApp
let org: TestOrg
let session: string

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  org = await app.org('enterprise')
  session = await app.session(org)
})

afterAll(() => app[Symbol.asyncDispose]())

const read = async (token = session) => (await app.api('GET', '/org/branding', { token })).body.data
const change = (body: unknown, headers: Record<string, string> = {}, token = session) =>
  app.api('PUT', '/org/branding', { token, body, headers })

const BRANDING = {
  name: 'Tea & Coast',
  logoUrl: 'https://cdn.example.com/logo.svg',
  accent: '#0a7d4f',
}

describe('branding', () => {
  it('branding is empty until it is set, and changes field by field', async () => {
    expect(await read()).toEqual({ name: null, logoUrl: null, accent: null, version: 1 })
    const set = await change({ ...BRANDING, accent: '#0A7D4F' })
    expect(set.body.data).toEqual({ ...BRANDING, version: 2 })
    expect((await change({ logoUrl: null })).body.data).toEqual({
      ...BRANDING,
      logoUrl: null,
      version: 3,
    })
    expect(await read(await app.session(org, 'viewer'))).toMatchObject({ name: 'Tea & Coast' })
    const { body } = await app.api('GET', '/org', { token: session })
    expect(body.data['branding']).toEqual({ ...BRANDING, logoUrl: null })
    expect(auditEntries(app.directory, org.id)).toMatchObject([
      { action: 'org.update_branding', detail: JSON.stringify(BRANDING) },
      { action: 'org.update_branding', detail: '{"logoUrl":null}' },
    ])
  })

  it('branding has the version of the organization', async () => {
    await app.api('PUT', '/org', { token: session, body: { name: 'New' } })
    const stale = await change({ name: 'Tea' }, { 'if-match': '"1"' })
    expect([stale.status, stale.body.error?.code]).toEqual([412, 'PRECONDITION_FAILED'])
    expect((await change({ name: 'Tea' }, { 'if-match': '"2"' })).status).toBe(200)
  })

  it.each([
    [{ name: '' }, 'name', 'too_small'],
    [{ name: 'n'.repeat(101) }, 'name', 'too_big'],
    [{ name: 'two\nlines' }, 'name', 'custom'],
    [{ logoUrl: 'http://cdn.example.com/logo.svg' }, 'logoUrl', 'invalid_url'],
    [{ logoUrl: 'javascript:alert(1)' }, 'logoUrl', 'invalid_url'],
    [{ logoUrl: 'data:image/svg+xml,<svg/>' }, 'logoUrl', 'invalid_url'],
    [{ logoUrl: '/logo.svg' }, 'logoUrl', 'invalid_url'],
    [{ logoUrl: 'https://anna:secret@example.com/a.svg' }, 'logoUrl', 'credentials_in_url'],
    [{ logoUrl: `https://example.com/${'a'.repeat(2_048)}` }, 'logoUrl', 'too_big'],
    [{ accent: 'green' }, 'accent', 'invalid_format'],
    [{ accent: '#abc' }, 'accent', 'invalid_format'],
    [{ accent: '#ffff00' }, 'accent', 'low_contrast'],
    [{ accent: '#ffffff' }, 'accent', 'low_contrast'],
  ])('branding refuses %j', async (body, path, code) => {
    const answer = await change(body)
    expect(answer.status).toBe(422)
    expect(answer.body.error?.fields).toMatchObject([{ path, location: 'body', code }])
    expect(JSON.stringify(answer.body)).not.toContain('secret')
    expect(await read()).toMatchObject({ version: 1 })
  })

  it('branding is read on every plan, and changed on the Enterprise plan alone', async () => {
    for (const plan of ['free', 'pro', 'business'] as const) {
      const token = await app.session(await app.org(plan))
      const refused = await change({ name: 'Tea' }, {}, token)
      expect([plan, refused.body.error?.code]).toEqual([plan, 'PLAN_REQUIRED'])
      expect(refused.body.error?.message).toBe('Changes of the branding need the Enterprise plan')
      expect(await read(token)).toMatchObject({ name: null })
    }
    const own = await app.session(await app.org('self_hosted'))
    expect((await change({ name: 'Tea' }, {}, own)).status).toBe(200)
  })
})

describe('contrast with white', () => {
  it.each([
    ['#000000', 21],
    ['#ffffff', 1],
    ['#767676', 4.54],
    ['#ff0000', 4],
  ])('the contrast of %s is %d', (hex, wanted) => {
    expect(contrastWithWhite(hex)).toBeCloseTo(wanted, 1)
  })
})
