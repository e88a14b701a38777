import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../../testing/audit-entries.ts'
import { storedBytes } from '../../../testing/stored-bytes.ts'
import type { TestOrg } from '../../../testing/start-test-app.ts'
import { chat, outputText, response, SAYS_X } from '../../../testing/engine-answers.ts'
import { EngineApp, QUESTION } from '../../../testing/engine-app.ts'
import { operatorKey } from '../../../testing/wire-server.ts'

let at: EngineApp
let org: TestOrg
let session: string

beforeAll(async () => {
  const resolve = async (name: string) => [
    { address: name === 'inside.example' ? '10.0.0.1' : '127.0.0.1', family: 4 },
  ]
  at = await EngineApp.start({ resolve }, { ALLOW_PRIVATE_NETWORKS: '127.0.0.1', XAI_API_KEY: '' })
})

beforeEach(async () => {
  org = await at.app.org()
  session = await at.app.session(org, 'admin')
})

afterEach(() => at.wire.reset())

afterAll(() => at[Symbol.asyncDispose]())

const KEY = 'own-key-of-the-organization-wXyZ'

const set = (engine: string, body: object, token = session) =>
  at.app.api('PUT', `/org/engines/${engine}`, { token, body: { key: KEY, ...body } })

async function listed(token = session): Promise<Record<string, unknown>[]> {
  const { body } = await at.app.api('GET', '/org/engines', { token })
  // @NOTE the list's own schema says so.
  return body.data as unknown as Record<string, unknown>[]
}

const shown = async (engine: string, token = session) =>
  (await listed(token)).find((one) => one['engine'] === engine)

const GOOD = response([outputText(SAYS_X)])
const { signal } = new AbortController()

it.each(['ChatGPT', 'chatgpt.com', 'OpenAI'])('sets and deletes the key of %s', async (name) => {
  expect((await set(name, {})).body.data).toMatchObject({
    engine: 'chatgpt',
    keyOf: 'organization',
  })
  const remove = () => at.app.api('DELETE', `/org/engines/${name}`, { token: session })
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
})

describe('GET /org/engines', () => {
  it('tells whose key each engine is asked with, and nothing of the operator’s', async () => {
    const engines = await listed()
    expect(engines.map(({ engine, keyOf, askable }) => [engine, keyOf, askable])).toEqual([
      ['chatgpt', 'operator', true],
      ['claude', 'operator', true],
      ['perplexity', 'operator', true],
      ['gemini', 'operator', true],
      ['grok', null, false],
      ['mistral', 'operator', true],
      ['compatible', 'operator', true],
      ['google-ai-overview', 'operator', true],
      ['fake', 'operator', true],
    ])
    for (const secret of [at.wire.url, 'operator-key']) {
      expect(JSON.stringify(engines)).not.toContain(secret)
    }
  })
})

describe('a key of an organization', () => {
  it('is shown by its end, to its own organization alone', async () => {
    const { status, body } = await set('grok', { model: 'grok-own', baseUrl: `${at.wire.url}/x/` })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      engine: 'grok',
      keyOf: 'organization',
      askable: true,
      model: 'grok-own',
      masked: '…wXyZ',
      baseUrl: `${at.wire.url}/x`,
    })
    expect(await shown('grok')).toEqual(body.data)
    expect(JSON.stringify(body)).not.toContain(KEY)
    const stranger = await at.app.session(await at.app.org())
    expect(await shown('grok', stranger)).toMatchObject({ keyOf: null, masked: null })
  })

  it('goes to its own address alone, and the operator’s never does', async () => {
    await set('chatgpt', { baseUrl: `${at.wire.url}/own/v1` })
    at.wire.next(GOOD, GOOD)
    const own = await at.engine('chatgpt', org)
    expect(own.isOwnKey).toBe(true)
    await own.ask(QUESTION, signal)
    await at.ask('chatgpt')
    const sent = at.wire.calls.map(({ path, headers }) => [path, headers.authorization])
    expect(sent).toEqual([
      ['/own/v1/responses', `Bearer ${KEY}`],
      ['/v1/responses', `Bearer ${operatorKey('OPENAI')}`],
    ])
  })

  it('goes to the vendor where no address is set, and not to the operator’s', async () => {
    await set('chatgpt', {})
    const own = await at.engine('chatgpt', org)
    // In tests the name of the vendor resolves to this machine, at a port where no server speaks TLS.
    await expect(own.ask(QUESTION, signal)).rejects.toMatchObject({ code: 'network' })
    expect(at.wire.calls).toEqual([])
  })

  it('is replaced with all that belongs to it, and deleted', async () => {
    await set('mistral', { baseUrl: at.wire.url, model: 'large' })
    await set('mistral', { key: 'another-key-0000' })
    expect(await shown('mistral')).toMatchObject({
      masked: '…0000',
      baseUrl: null,
      model: 'mistral-medium-latest',
    })
    const remove = () => at.app.api('DELETE', '/org/engines/mistral', { token: session })
    expect((await remove()).status).toBe(200)
    expect(await shown('mistral')).toMatchObject({ keyOf: 'operator', masked: null })
    expect((await remove()).status).toBe(404)
    const actions = auditEntries(at.app.directory, org.id).map(({ action }) => action)
    expect(actions).toEqual(['engine.set_key', 'engine.set_key', 'engine.delete_key'])
  })

  it('is in neither the data nor the log nor the audit log', async () => {
    await set('grok', {})
    const stored = storedBytes(at.app.directory)
    expect(stored.includes('wXyZ')).toBe(true)
    expect(stored.includes(KEY)).toBe(false)
    expect(at.app.logs.join('')).not.toContain(KEY)
  })

  it('is set by admins who have a session', async () => {
    const editor = await at.app.session(org, 'editor')
    const key = await at.app.key(org)
    for (const token of [editor, key]) {
      expect((await set('grok', {}, token)).status).toBe(403)
      expect((await at.app.api('GET', '/org/engines', { token })).status).toBe(403)
    }
  })
})

describe('what is refused', () => {
  it.each([
    ['grok', { baseUrl: 'https://10.0.0.1/' }, 'baseUrl'],
    ['grok', { baseUrl: 'http://93.184.216.34/' }, 'baseUrl'],
    ['grok', { baseUrl: 'https://me:secret@engines.example/' }, 'baseUrl'],
    ['grok', { key: 'a key with spaces' }, 'key'],
    ['compatible', { model: 'small' }, 'baseUrl'],
    ['compatible', { baseUrl: 'https://engines.example/v1' }, 'model'],
  ])('%s with %j', async (engine, body, path) => {
    const { status, body: answer } = await set(engine, body)
    expect(status).toBe(422)
    expect(answer.error?.fields).toMatchObject([{ path }])
  })

  it('engines that there are not, and the one that takes no key', async () => {
    for (const engine of ['abacus', 'fake']) {
      const { status, body } = await set(engine, {})
      expect([engine, status]).toEqual([engine, 404])
      expect(body.error?.message).toContain('there are chatgpt, claude, perplexity')
    }
  })

  it('an address whose name leads into a private network', async () => {
    await set('compatible', { baseUrl: 'https://inside.example/v1', model: 'small' })
    const engine = await at.engine('compatible', org)
    await expect(engine.ask(QUESTION, signal)).rejects.toMatchObject({
      code: 'blocked_address',
      isRetryable: false,
    })
  })
})

it('OpenRouter is given its tool, and other servers of organizations are not', async () => {
  await set('compatible', { baseUrl: 'https://openrouter.ai/api/v1', model: 'm' })
  expect((await at.engine('compatible', org)).setup).toContain('openrouter:web_search')
  await set('compatible', { baseUrl: at.wire.url, model: 'm' })
  const engine = await at.engine('compatible', org)
  expect(engine.setup).toContain('no tool')
  at.wire.next(chat(SAYS_X))
  await engine.ask(QUESTION, signal)
  expect(at.wire.calls[0]?.body).not.toHaveProperty('tools')
})
