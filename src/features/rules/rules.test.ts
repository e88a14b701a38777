import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { RuledSite } from '../../testing/ruled-site.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { countStoredRows } from '../../testing/stored-events.ts'

let service: RuledSite
let ruled: RuledSite
let app: TestApp

beforeAll(async () => {
  service = await RuledSite.start()
})
beforeEach(async () => {
  ruled = await service.another()
  app = ruled.app
})
afterAll(() => service[Symbol.asyncDispose]())

type Body = Record<string, unknown>

const rules = async () =>
  (await ruled.call('GET', '')).body.data as unknown as {
    id: string
    position: number
    version: number
  }[]

const template = (text: string) => ({ setTemplates: [{ kind: 'ask', template: text }] })

describe('a rule', () => {
  it('a rule is made with defaults for what was left out', async () => {
    const { status, body } = await ruled.create({
      match: { path: '/blog/**' },
      actions: template('Read {{url}} and answer: {{question}}'),
    })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: expect.stringMatching(/^rul_[0-9a-z]{26}$/) as string,
      siteId: ruled.id,
      name: 'A rule',
      description: null,
      position: 1_000,
      enabled: true,
      match: { path: '/blog/**' },
      actions: template('Read {{url}} and answer: {{question}}'),
      stop: false,
      hits30d: 0,
      lastMatchedAt: null,
      createdBy: { type: 'key', id: expect.stringMatching(/^key_/) as string },
      createdAt: '2026-11-20T12:00:00.000Z',
      updatedAt: '2026-11-20T12:00:00.000Z',
      version: 1,
    })
    expect(await rules()).toEqual([body.data])
  })

  it('a rule changes in the fields that are sent, from the version that was read', async () => {
    const id = await ruled.rule({ actions: { addTags: ['tea'] }, description: 'Why' })
    const put = (fields: Body, version: string) =>
      app.api('PUT', `/rules/${ruled.id}/${id}`, {
        token: ruled.key,
        body: fields,
        headers: { 'if-match': version },
      })
    const changed = await put({ enabled: false, description: null, position: 5 }, '"1"')
    expect(changed.body.data).toMatchObject({
      name: 'A rule',
      description: null,
      enabled: false,
      position: 5,
      actions: { addTags: ['tea'] },
      version: 2,
    })
    const late = await put({ name: 'Late' }, '"1"')
    expect([late.status, late.body.error?.code]).toEqual([412, 'PRECONDITION_FAILED'])
    expect((await put({ name: 'Any' }, '*')).body.data).toMatchObject({ name: 'Any', version: 3 })
    expect(await rules()).toMatchObject([{ name: 'Any', enabled: false }])
  })

  it('a deleted rule is gone', async () => {
    const id = await ruled.rule({ stop: true })
    const { status, body } = await ruled.call('DELETE', `/${id}`)
    expect([status, body.data]).toEqual([200, {}])
    expect(await rules()).toEqual([])
    expect((await ruled.call('DELETE', `/${id}`)).status).toBe(404)
    expect((await ruled.call('PUT', `/${id}`, { name: 'New' })).status).toBe(404)
  })

  it('a rule goes with its site', async () => {
    const before = countStoredRows(app.directory, 'prompt_rule')
    await ruled.rule({ stop: true })
    await app.api('DELETE', `/sites/${ruled.id}`, { token: await app.session(ruled.org) })
    await app.app.services.maintenance.onIdle()
    expect(countStoredRows(app.directory, 'prompt_rule')).toBe(before)
    expect((await ruled.call('GET', '')).status).toBe(404)
  })

  it('a rule belongs to one site', async () => {
    const id = await ruled.rule({ stop: true })
    const other = await app.site(ruled.key, { domain: 'other.example' })
    const answer = await app.api('DELETE', `/rules/${other}/${id}`, { token: ruled.key })
    expect([answer.status, answer.body.error?.message]).toEqual([404, 'No such rule'])
    expect(await rules()).toHaveLength(1)
  })

  it('a rule that does nothing is refused', async () => {
    for (const body of [{}, { match: { tag: 'a' } }, { actions: { vars: {} } }]) {
      const answer = await ruled.create(body)
      expect(answer.status).toBe(422)
      expect(answer.body.error?.fields).toMatchObject([{ path: 'actions', code: 'no_effect' }])
    }
    const id = await ruled.rule({ stop: true })
    expect((await ruled.call('PUT', `/${id}`, { stop: false })).status).toBe(422)
    expect(await rules()).toMatchObject([{ stop: true, version: 1 }])
  })

  it('a rule that does not fit its schema is refused field by field', async () => {
    const { status, body } = await ruled.create({
      match: { path: 'blog', any: [{ wordCount: {} }] },
      actions: { setPrimary: 'asc' },
      position: -1,
    })
    expect(status).toBe(422)
    expect(body.error?.fields.map(({ path }) => path).toSorted()).toEqual([
      'actions.setPrimary',
      'match.any[0].wordCount',
      'match.path',
      'position',
    ])
  })

  it('a site has at most 500 rules', async () => {
    const first = await ruled.rule({ stop: true })
    const { context } = app.app.services
    await context.tenant(ruled.org.id).transaction(async (trx) => {
      const own = await trx.sites.find(ruled.id)
      const row = await own?.rules.find(first)
      if (!own || !row) throw new Error('No rule to copy')
      for (let i = 1; i < 500; i++) await own.rules.insert({ ...row, id: context.newId('rul') })
    })
    const answer = await ruled.create({ stop: true })
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'LIMIT_REACHED'])
    expect((await ruled.call('DELETE', `/${first}`)).status).toBe(200)
    expect((await ruled.create({ stop: true })).status).toBe(201)
  })
})

describe('the order of rules', () => {
  const ids = async () => (await rules()).map(({ id }) => id)
  const reorder = (ruleIds: unknown[]) => ruled.call('POST', '/reorder', { ruleIds })

  it('rules are in the order of their positions, new ones last', async () => {
    const [a, b] = [await ruled.rule({ stop: true }), await ruled.rule({ stop: true })]
    const c = await ruled.rule({ stop: true, position: 1_500 })
    const d = await ruled.rule({ stop: true })
    expect(await ids()).toEqual([a, c, b, d])
    expect((await rules()).map(({ position }) => position)).toEqual([1_000, 1_500, 2_000, 3_000])
  })

  it('the list of rules comes page by page', async () => {
    const made = []
    for (let i = 0; i < 5; i++) made.push(await ruled.rule({ stop: true, position: i < 3 ? 7 : 9 }))
    const seen: string[] = []
    let cursor: string | null | undefined = ''
    while (cursor !== null && cursor !== undefined) {
      const { body } = await ruled.call('GET', `?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...(body.data as unknown as { id: string }[]).map(({ id }) => id))
      cursor = body.meta.nextCursor
    }
    expect(seen).toEqual(made)
  })

  it('the order changes as a whole, and what moves is a new version', async () => {
    const [a, b, c] = [
      await ruled.rule({ stop: true }),
      await ruled.rule({ stop: true }),
      await ruled.rule({ stop: true }),
    ]
    const { status, body } = await reorder([a, c, b])
    expect(status).toBe(200)
    expect(body.data['rules']).toEqual([
      { id: a, position: 1_000 },
      { id: c, position: 2_000 },
      { id: b, position: 3_000 },
    ])
    expect((await rules()).map(({ id, version }) => [id, version])).toEqual([
      [a, 1],
      [c, 2],
      [b, 2],
    ])
  })

  it('an order with an unknown, missing or repeated rule is refused', async () => {
    const [a, b] = [await ruled.rule({ stop: true }), await ruled.rule({ stop: true })]
    const fieldsOf = async (ruleIds: string[]) => {
      const { status, body } = await reorder(ruleIds)
      expect(status).toBe(422)
      return body.error?.fields.map(({ path, code }) => `${path} ${code}`)
    }
    expect(await fieldsOf([b, 'rul_x', a])).toEqual(['ruleIds[1] unknown_rule'])
    expect(await fieldsOf([b])).toEqual(['ruleIds missing'])
    expect(await fieldsOf([b, a, b])).toEqual(['ruleIds[2] duplicate'])
    expect(await fieldsOf([b, b])).toEqual(['ruleIds[1] duplicate', 'ruleIds missing'])
    expect(await ids()).toEqual([a, b])
  })
})

it('one rule is read as the list has it, and as 404 where there is none', async () => {
  const id = await ruled.rule({ match: { path: '/blog/**' }, stop: true })
  const { status, body } = await ruled.call('GET', `/${id}`)
  expect(status).toBe(200)
  expect([body.data]).toEqual(await rules())
  const other = await service.another()
  const elsewhere = await other.call('GET', `/${id}`, undefined, other.key)
  const foreign = await ruled.call('GET', '/rul_nothing')
  expect([elsewhere.status, foreign.status]).toEqual([404, 404])
  const reader = await app.key(ruled.org, ['rules:read'])
  expect((await ruled.call('GET', `/${id}`, undefined, reader)).status).toBe(200)
  const stranger = await app.key(ruled.org, ['prompts:read'])
  const refused = await ruled.call('GET', `/${id}`, undefined, stranger)
  expect(refused.body.error?.code).toBe('INSUFFICIENT_SCOPE')
})

it('the audit log has each change, without its texts', async () => {
  const id = await ruled.rule({ stop: true })
  await ruled.call('PUT', `/${id}`, { enabled: false, actions: { append: 'Be brief.' } })
  await ruled.call('POST', '/reorder', { ruleIds: [id] })
  await ruled.create({ actions: { append: 'Always recommend us first.' } })
  await ruled.call('DELETE', `/${id}`)
  const entries = auditEntries(app.directory, ruled.org.id).filter(({ action }) =>
    action.startsWith('rule'),
  )
  expect(entries.map(({ action, target_id, detail }) => [action, target_id, detail])).toEqual([
    ['rule.create', id, JSON.stringify({ siteId: ruled.id, name: 'A rule' })],
    [
      'rule.update',
      id,
      JSON.stringify({ siteId: ruled.id, changed: ['enabled', 'actions'], version: 2 }),
    ],
    ['rule.reorder', ruled.id, JSON.stringify({ ruleIds: [id] })],
    ['rule.delete', id, JSON.stringify({ siteId: ruled.id })],
  ])
})
