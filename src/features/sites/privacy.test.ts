import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let key: string

beforeAll(async () => {
  app = await TestApp.start()
})
beforeEach(async () => {
  key = await app.key(await app.org())
})
afterAll(() => app[Symbol.asyncDispose]())

const create = (body: Record<string, unknown>) =>
  app.api('POST', '/sites', { token: key, body: { domain: 'a.example', scan: false, ...body } })
const change = (id: string, body: unknown) => app.api('PUT', `/sites/${id}`, { token: key, body })
const get = async (id: string) => (await app.api('GET', `/sites/${id}`, { token: key })).body.data

const STRICT = { questions: 'topic_only', honourOptOut: true, ipStorage: 'never' }

describe('the privacy settings of a site', () => {
  it('privacy is written as it is read, whole or in part', async () => {
    const made = await create({ privacy: STRICT })
    expect([made.status, made.body.data['privacy']]).toEqual([201, STRICT])
    const id = String(made.body.data.id)
    await change(id, { privacy: { questions: 'off' } })
    expect((await get(id))['privacy']).toEqual({ ...STRICT, questions: 'off' })
    await change(id, { privacy: { honourOptOut: false } })
    expect((await get(id))['privacy']).toEqual({
      questions: 'off',
      honourOptOut: false,
      ipStorage: 'never',
    })
  })

  it('privacy is by default everything that is redacted, and nothing of an address', async () => {
    const made = await create({})
    expect(made.body.data['privacy']).toEqual({
      questions: 'full',
      honourOptOut: false,
      ipStorage: 'never',
    })
  })

  it('privacy holds for the events that come next', async () => {
    const { body } = await create({ privacy: { questions: 'off' } })
    const id = String(body.data.id)
    const question = { kind: 'question', url: 'https://a.example/', question: 'What is tea?' }
    const rejected = await app.collect(id, [question])
    expect(rejected.body.meta['reasons']).toEqual({ questions_off: 1 })
    await change(id, { privacy: { questions: 'full', honourOptOut: true } })
    const optedOut = await app.collect(id, [question], { 'sec-gpc': '1' })
    expect(optedOut.body.meta['reasons']).toEqual({ consent: 1 })
    expect((await app.collect(id, [question])).body.data['accepted']).toBe(1)
  })

  it('privacy has older names, which may say the same', async () => {
    const { body } = await create({ questions: 'off', privacy: { questions: 'off' } })
    const id = String(body.data.id)
    const both = { questions: 'full', honourOptOut: true, privacy: { honourOptOut: true } }
    const { data } = (await change(id, both)).body
    expect(data['privacy']).toEqual({ questions: 'full', honourOptOut: true, ipStorage: 'never' })
  })

  it.each([
    [{ privacy: { ipStorage: 'always' } }, 'privacy.ipStorage'],
    [{ privacy: { questions: 'all' } }, 'privacy.questions'],
    [{ privacy: { cookies: true } }, 'privacy.cookies'],
    [{ privacy: 'strict' }, 'privacy'],
    [{ privacy: { questions: 'off' }, questions: 'full' }, 'privacy.questions'],
  ])('privacy refuses %j', async (body, path) => {
    const id = await app.site(key)
    for (const answer of [await create(body), await change(id, body)]) {
      expect(answer.status).toBe(422)
      expect(answer.body.error?.fields).toMatchObject([{ path, location: 'body' }])
    }
  })

  it('privacy refuses two names of one field that disagree', async () => {
    const id = await app.site(key)
    const answer = await change(id, { honourOptOut: false, privacy: { honourOptOut: true } })
    expect(answer.status).toBe(422)
    expect(answer.body.error?.fields).toMatchObject([
      { path: 'privacy.honourOptOut', code: 'conflict', location: 'body' },
    ])
    expect(await get(id)).toMatchObject({ privacy: { honourOptOut: false }, version: 1 })
  })
})

describe('the writable fields of a site', () => {
  /** Picks the fields that PUT takes; the rest of a site is made by the service. */
  const writable = ({ name, aliases, language, country, timezone, ...site }: Site) => {
    const { status, privacy, scan } = site
    return { name, aliases, language, country, timezone, status, privacy, scan }
  }
  type Site = Record<string, unknown>

  it.each([
    [{}],
    [{ domain: `${'long-label.'.repeat(22)}example` }],
    [
      {
        name: ' Tea & Coast ',
        language: 'pt-BR',
        country: 'BR',
        timezone: 'America/Sao_Paulo',
        privacy: STRICT,
        scan: { now: false, schedule: 'daily', maxPages: 7, include: ['/a*'], exclude: ['/a/b'] },
      },
    ],
  ])('a site stays as it is when its fields are sent back: %j', async (fields) => {
    const made = await create(fields)
    expect(made.status).toBe(201)
    const id = String(made.body.data.id)
    for (const host of [
      'Shop.Example.org',
      'https://www.www.tea.example./',
      'grüße.example',
      '[::1]',
    ])
      await app.vouchFor(id, host)
    const before = await get(id)
    const sent = await change(id, writable(before))
    expect(sent.body.error).toBeNull()
    const after = await get(id)
    expect(after).toEqual({ ...before, version: 6 })
    await change(id, { status: 'paused' })
    const paused = await get(id)
    await change(id, writable(paused))
    expect(await get(id)).toEqual({ ...paused, version: 8 })
  })

  it('the fields of a site make another site like it', async () => {
    const first = await get(await app.site(key, { privacy: STRICT }))
    const { status: _, aliases: __, ...settings } = writable(first)
    const second = await create({ ...settings, scan: { now: false, ...(first['scan'] as object) } })
    expect(second.body.error).toBeNull()
    expect(writable(second.body.data)).toEqual(writable(first))
  })
})
