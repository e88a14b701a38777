import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RuledSite } from '../../testing/ruled-site.ts'
import type { TestApp } from '../../testing/start-test-app.ts'

let ruled: RuledSite
let app: TestApp

beforeAll(async () => {
  ruled = await RuledSite.start()
  app = ruled.app
})
afterAll(() => ruled[Symbol.asyncDispose]())

type Body = Record<string, unknown>

describe('access to rules', () => {
  it('editors and above may change rules, on every plan', async () => {
    const business = await app.org('business')
    const own = await app.site(await app.key(business))
    const tried: [string, number, number][] = []
    for (const role of ['viewer', 'editor', 'owner'] as const) {
      const token = await app.session(business, role)
      const list = await app.api('GET', `/rules/${own}`, { token })
      const body = { name: 'x', stop: true }
      const made = await app.api('POST', `/rules/${own}`, { token, body })
      tried.push([role, list.status, made.status])
    }
    expect(tried).toEqual([
      ['viewer', 200, 403],
      ['editor', 200, 201],
      ['owner', 200, 201],
    ])
  })

  it.each(['pro', 'business', 'enterprise', 'self_hosted'] as const)(
    'keys of the plan %s may change rules from Enterprise on',
    async (plan) => {
      const other = await app.org(plan)
      const token = await app.key(other)
      const path = `/rules/${await app.site(token)}`
      const body = { name: 'x', stop: true }
      const mine = await app.api('POST', path, { token: await app.session(other), body })
      const id = String(mine.body.data.id)
      const isOpen = plan === 'enterprise' || plan === 'self_hosted'
      const answers = [
        await app.api('POST', path, { token, body }),
        await app.api('PUT', `${path}/${id}`, { token, body }),
        await app.api('DELETE', `${path}/${id}`, { token }),
        await app.api('POST', `${path}/reorder`, { token, body: { ruleIds: [id] } }),
      ]
      const codes = answers.map(({ body: { error } }) => error?.code)
      const refused = 'PLAN_REQUIRED'
      expect(codes).toEqual(
        isOpen
          ? [undefined, undefined, undefined, 'VALIDATION_FAILED']
          : [refused, refused, refused, refused],
      )
      const readers = [
        await app.api('GET', path, { token }),
        await app.api('POST', `${path}/test`, { token, body: { path: '/' } }),
      ]
      expect(readers.map(({ status }) => status)).toEqual([200, 200])
    },
  )

  it('keys of smaller plans are refused before anybody looks at the rule', async () => {
    const other = await app.org('business')
    const token = await app.key(other)
    const path = `/rules/${await app.site(token)}`
    for (const body of ['{', '{"name":7}']) {
      const answers = [
        await app.api('POST', path, { token, body }),
        await app.api('PUT', `${path}/rul_1`, { token, body }),
        await app.api('POST', `${path}/reorder`, { token, body }),
      ]
      const codes = answers.map(({ body: { error } }) => error?.code)
      expect(codes).toEqual(['PLAN_REQUIRED', 'PLAN_REQUIRED', 'PLAN_REQUIRED'])
    }
    const elsewhere = await app.api('POST', '/rules/site_nowhere', { token, body: '{' })
    expect(elsewhere.body.error?.code).toBe('NOT_FOUND')
  })

  it('keys may change rules by their scopes', async () => {
    const reads = await app.key(ruled.org, ['rules:read'])
    expect((await ruled.call('GET', '', undefined, reads)).status).toBe(200)
    const refused = await ruled.create({ stop: true }, reads)
    expect(refused.body.error).toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
      required: ['rules:write'],
    })
    const prompts = await app.key(ruled.org, ['prompts:write'])
    expect((await ruled.call('GET', '', undefined, prompts)).status).toBe(403)
    const writes = await app.key(ruled.org, ['rules:write'])
    expect((await ruled.create({ stop: true }, writes)).status).toBe(201)
  })

  it('nobody of another organization may change rules', async () => {
    const id = await ruled.rule({ stop: true })
    const stranger = await app.session(await app.org())
    const answers = [
      await ruled.call('GET', '', undefined, stranger),
      await ruled.create({ stop: true }, stranger),
      await ruled.call('PUT', `/${id}`, { name: 'Mine' }, stranger),
      await ruled.call('DELETE', `/${id}`, undefined, stranger),
      await ruled.call('POST', '/reorder', { ruleIds: [id] }, stranger),
      await ruled.call('POST', '/test', { path: '/' }, stranger),
    ]
    expect(new Set(answers.map(({ body }) => body.error?.message))).toEqual(
      new Set(['No such site']),
    )
    const { body } = await ruled.call('GET', '')
    expect((body.data as unknown as Body[]).find((found) => found['id'] === id)).toMatchObject({
      name: 'A rule',
      version: 1,
    })
  })
})
