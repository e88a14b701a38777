import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

let app: TestApp
let org: TestOrg
let key: string
let site: string

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  org = await app.org()
  key = await app.key(org)
  site = await app.site(key, { domain: 'coast.example' })
})

afterAll(() => app[Symbol.asyncDispose]())

const get = async () => (await app.api('GET', `/sites/${site}/policy`, { token: key })).body.data
const put = (policy: unknown, headers: Record<string, string> = {}) =>
  app.api('PUT', `/sites/${site}/policy`, { token: key, body: { policy }, headers })

const OPEN = { maxExcerpt: 300, rules: [{ allow: ['answer', 'quote'], deny: ['train-ai'] }] }

/** Returns the decisions for one target, by use. */
const decisionsFor = ({ uses }: Record<string, unknown>, target: string) =>
  Object.fromEntries(
    // @NOTE the schema of the answer says so.
    (uses as { use: string; decision: string; targets: string[] }[])
      .filter(({ targets }) => targets.includes(target))
      .map(({ use, decision }) => [use, decision]),
  )

describe('the policy of a site', () => {
  it('is one that decides nothing until the owner sets one', async () => {
    const data = await get()
    expect(data).toMatchObject({
      siteId: site,
      policy: { attribution: 'required', rules: [] },
      isDefault: true,
      version: 0,
      updatedAt: null,
      signals: null,
      url: 'https://coast.example/',
      conflicts: [],
    })
    expect(decisionsFor(data, 'chatgpt')).toEqual({
      answer: 'unknown',
      summarize: 'unknown',
      quote: 'unknown',
      search: 'unknown',
      'train-ai': 'unknown',
    })
  })

  it('is answered as the protocol reads it, with what it means for each target', async () => {
    const { status, body } = await put(OPEN)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      policy: {
        maxExcerpt: 300,
        rules: [{ path: ['/'], targets: ['*'], allow: ['answer', 'quote'], deny: ['train-ai'] }],
      },
      isDefault: false,
      version: 1,
      updatedAt: new Date(app.clock.now()).toISOString(),
    })
    const data = await get()
    expect(data).toEqual(body.data)
    expect(decisionsFor(data, 'claude')).toMatchObject({ answer: 'allow', 'train-ai': 'deny' })
  })

  it('decides for one target apart from the others', async () => {
    await put({ rules: [{ allow: '*' }, { targets: ['chatgpt'], deny: ['quote'] }] })
    const data = await get()
    expect(decisionsFor(data, 'chatgpt')).toMatchObject({ answer: 'allow', quote: 'deny' })
    expect(decisionsFor(data, 'claude')).toMatchObject({ answer: 'allow', quote: 'allow' })
  })

  it('is set whole, and taken away by null while its version goes on', async () => {
    await put(OPEN)
    await put({ rules: [] })
    expect(await get()).toMatchObject({ policy: { rules: [] }, isDefault: false, version: 2 })
    expect((await put(null)).status).toBe(200)
    expect(await get()).toMatchObject({
      policy: { attribution: 'required', rules: [] },
      isDefault: true,
      version: 3,
    })
  })

  it('changes only from the version that If-Match names', async () => {
    expect((await put(OPEN, { 'if-match': '"0"' })).status).toBe(200)
    const late = await put({ rules: [] }, { 'if-match': '"0"' })
    expect([late.status, late.body.error?.code]).toEqual([412, 'PRECONDITION_FAILED'])
    expect(await get()).toMatchObject({ version: 1, policy: { maxExcerpt: 300 } })
  })

  it('leaves an entry in the audit log that holds no text of it', async () => {
    await put({ license: 'https://coast.example/terms', rules: [{ deny: '*' }] })
    expect(auditEntries(app.directory, org.id).at(-1)).toMatchObject({
      action: 'site.update_policy',
      target_id: site,
      detail: '{"version":1,"rules":1}',
    })
  })
})

describe('a policy that the protocol refuses', () => {
  it.each([
    ['rules that are no list', { rules: 'all' }, ['policy.rules']],
    ['a pattern without a slash', { rules: [{ path: 'docs' }] }, ['policy.rules[0].path']],
    ['a member that is misspelt', { rule: [] }, ['policy.rule']],
    ['one of a rule', { rules: [{ denies: '*' }] }, ['policy.rules[0].denies']],
    [
      'two members of two rules',
      { attribution: 'please', rules: [{}, { maxExcerpt: -1 }] },
      ['policy.attribution', 'policy.rules[1].maxExcerpt'],
    ],
  ])('names the members: %s', async (_, policy, paths) => {
    const { status, body } = await put(policy)
    expect([status, body.error?.code]).toEqual([422, 'VALIDATION_FAILED'])
    expect(body.error?.fields?.map(({ path }) => path)).toEqual(paths)
    expect(await get()).toMatchObject({ isDefault: true, version: 0 })
  })

  it('is one with more rules than a policy may have', async () => {
    const { status, body } = await put({ rules: Array.from({ length: 501 }, () => ({})) })
    expect(status).toBe(422)
    expect(body.error?.fields).toMatchObject([{ path: 'policy.rules', code: 'too_many' }])
  })

  it.each([[[]], ['open'], [undefined]])('is no object: %j', async (policy) => {
    expect((await put(policy)).status).toBe(422)
  })
})

it('a key that reads sites alone cannot set a policy', async () => {
  const token = await app.key(org, ['sites:read'])
  const answer = await app.api('PUT', `/sites/${site}/policy`, { token, body: { policy: null } })
  expect([answer.status, answer.body.error?.code]).toEqual([403, 'INSUFFICIENT_SCOPE'])
  expect((await app.api('GET', `/sites/${site}/policy`, { token })).status).toBe(200)
})
