import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { publisherServer } from '../../tools/publisher.ts'
import { ANY_ASKERS, MIN_ASKERS } from '../domain/topics/privacy.ts'
import { toErrorEnvelope } from '../http/envelope.ts'
import { openApiDocument } from '../http/openapi.ts'
import { defineServer, defineTools } from '../kernel/assistants/server-definition.ts'
import type { Envelope } from '../kernel/door/envelope.ts'
import { notFound } from '../kernel/door/errors.ts'
import { onEachSurface, type Operation } from '../kernel/door/operation.ts'
import { type Surface, surfaceAt, SURFACES } from '../kernel/door/surface.ts'
import { defineList } from '../kernel/reads/define-list.ts'
import { defineSiteList } from '../kernel/reads/define-site-list.ts'
import { defineSiteRead } from '../kernel/reads/define-site-read.ts'
import { Table } from '../kernel/reads/table.ts'
import { mcpRequest, postMcp } from '../testing/mcp-post.ts'
import { SecondDoor } from '../testing/second-door.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { openTrialDoor } from '../testing/trial-door.ts'

// @NOTE this file adds a surface while it runs, which its type cannot know.
const PARTNERS = 'partners' as 'published'

/** The envelope of a surface that answers in another form than the API: the request comes first, and the data last. */
const envelope: Envelope = {
  answer: (data, { requestId, ...told }) => ({ request: requestId, ...told, result: data }),
  refusal: ({ code, message }, { requestId }) => ({
    request: requestId,
    type: code,
    title: message,
  }),
}

const ANALYTICS = { by: 'scope', anyOf: ['analytics:read'] } as const

const greeting = defineSiteRead({
  name: 'trial.greeting',
  summary: 'Greets a site',
  anyOf: ['sites:read'],
  path: '/greetings/:siteId',
  fields: { word: z.string().max(20).default('Hello').describe('To greet with') },
  read: async ({ site, minAskers }, { word }) => ({
    text: `${word}, ${site.row.domain}`,
    minAskers,
  }),
  answer: z.object({ text: z.string(), minAskers: z.int() }),
  toAnswer: (found) => found,
  toolAnswer: Table,
  toToolAnswer: ({ text }) => ({ columns: ['text'], rows: [[text]], nextCursor: null }),
  alsoOn: {
    [PARTNERS]: {
      access: ANALYTICS,
      answer: z.object({ greeted: z.string(), minAskers: z.int() }),
      toAnswer: ({ text, minAskers }) => ({
        greeted: text.toUpperCase(),
        minAskers,
      }),
    },
  },
})

const WORDS = ['one', 'two', 'three']
const Word = z.object({ word: z.string() })

const words = defineSiteList({
  name: 'trial.words',
  summary: 'Words of a site',
  anyOf: ['sites:read'],
  path: '/words/:siteId',
  fields: {},
  async read(_, __, { after, limit }) {
    const start = after ? WORDS.indexOf(String(after[0])) + 1 : 0
    return { rows: WORDS.slice(start, start + limit) }
  },
  key: (word) => [word],
  item: Word,
  toItem: (word) => ({ word }),
  columns: { word: (word) => word },
  untrusted: [],
  alsoOn: {
    [PARTNERS]: {
      access: ANALYTICS,
      item: z.object({ letters: z.int() }),
      toItem: (word) => ({ letters: word.length }),
    },
  },
})

/** A list that has no form of its own for the other surface, and is there as it is. */
const names = defineList({
  name: 'trial.names',
  summary: 'Names of the organization',
  access: ANALYTICS,
  path: '/names',
  fields: {},
  read: async () => ({ rows: ['tea'] }),
  key: (name) => [name],
  item: z.object({ name: z.string() }),
  toItem: (name) => ({ name }),
})

const trials: readonly Operation[] = [greeting, words, names]

let app: TestApp
let served: SecondDoor
let door: SecondDoor
let keys: { sites: string; analytics: string }
let siteId: string

beforeAll(async () => {
  const surface = { base: '/partners/v2', credentials: ['key'], envelope }
  Object.assign(SURFACES, { [PARTNERS]: surface })
  app = await TestApp.start()
  const org = await app.org()
  keys = {
    sites: await app.key(org, ['sites:read']),
    analytics: await app.key(org, ['analytics:read']),
  }
  siteId = await app.site(await app.key(org), { domain: 'tea.example' })
  served = await openTrialDoor(app.app, trials)
  const tools = defineTools([
    {
      name: 'greet_site',
      title: 'Greets',
      description: 'Greets a site.',
      operation: greeting,
      form: 'table',
    },
    {
      name: 'list_words',
      title: 'Words',
      description: 'Words of a site.',
      operation: words,
      form: 'table',
    },
  ])
  const server = defineServer({ ...publisherServer, path: '/trial', tools, prompts: [] })
  door = await SecondDoor.open(app.app, { servers: [server] })
})

afterAll(async () => {
  await door[Symbol.asyncDispose]()
  await served[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
  Reflect.deleteProperty(SURFACES, PARTNERS)
})

async function get(path: string, key: string) {
  const response = await fetch(`${served.url}${path}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function call(name: string, args: Record<string, unknown>) {
  const request = mcpRequest('legacy', { method: 'tools/call', params: { name, arguments: args } })
  const { body } = await postMcp(door, 'trial', request, keys.sites)
  return body?.result?.structuredContent
}

describe('a read of one site', () => {
  it('is declared once, and answers a route, a tool and a further surface in the form of each', async () => {
    const text = 'Hello, tea.example'
    const route = await get(`/api/v1/greetings/${siteId}`, keys.sites)
    expect(route.body).toMatchObject({ data: { text, minAskers: ANY_ASKERS }, error: null })
    expect(await call('greet_site', { site: 'tea.example', word: 'Moin' })).toMatchObject({
      columns: ['text'],
      rows: [['Moin, tea.example']],
    })
    const other = await get(`/partners/v2/greetings/${siteId}?word=Moin`, keys.analytics)
    expect(other).toEqual({
      status: 200,
      body: {
        request: expect.any(String),
        // Others than the organization see groups of several.
        result: { greeted: 'MOIN, TEA.EXAMPLE', minAskers: MIN_ASKERS },
      },
    })
  })

  it('lets in whom the access of each face names, and takes its input as strictly everywhere', async () => {
    const statusOf = async (base: string, key: string) =>
      (await get(`${base}/greetings/${siteId}`, key)).status
    expect([
      await statusOf('/api/v1', keys.sites),
      await statusOf('/api/v1', keys.analytics),
      await statusOf('/partners/v2', keys.sites),
      await statusOf('/partners/v2', keys.analytics),
    ]).toEqual([200, 403, 403, 200])
    for (const base of ['/api/v1', '/partners/v2']) {
      const key = base === '/api/v1' ? keys.sites : keys.analytics
      expect((await get(`${base}/greetings/${siteId}?words=x`, key)).status).toBe(422)
    }
    const [api, partners] = [
      await get('/api/v1/greetings/nothing', keys.sites),
      await get('/partners/v2/greetings/nothing', keys.analytics),
    ]
    expect(api).toMatchObject({ status: 404, body: { data: {}, error: { code: 'NOT_FOUND' } } })
    expect(partners).toEqual({
      status: 404,
      body: { request: expect.any(String), type: 'NOT_FOUND', title: 'No such site' },
    })
  })
})

describe('a list', () => {
  it('is paged alike on a further surface, by items of its form', async () => {
    const path = `/partners/v2/words/${siteId}?limit=2`
    const first = await get(path, keys.analytics)
    expect(first.body).toMatchObject({ result: [{ letters: 3 }, { letters: 3 }] })
    const cursor = String(first.body['nextCursor'])
    const second = await get(`${path}&cursor=${cursor}`, keys.analytics)
    expect(second.body).toMatchObject({ result: [{ letters: 5 }], nextCursor: null })
    // The fields of an envelope keep their order, also where a list is written item by item.
    expect(Object.keys(second.body)).toEqual(['request', 'nextCursor', 'result'])
    const route = await get(`/api/v1/words/${siteId}?limit=1`, keys.sites)
    expect(route.body['data']).toEqual([{ word: 'one' }])
    expect(await call('list_words', { limit: 1 })).toMatchObject({ rows: [['one']] })
  })

  it('is on no surface that it does not name', async () => {
    expect((await get('/api/v1/names', keys.analytics)).status).toBe(200)
    expect((await get('/partners/v2/names', keys.analytics)).status).toBe(404)
    expect(onEachSurface(names)).toHaveLength(1)
  })
})

it('each surface describes its own form, and wraps refusals below its address', () => {
  const schemaOn = (surface: Surface) => {
    const document = openApiDocument(trials, '1.0.0', surface)
    return { paths: Object.keys(document.paths), text: JSON.stringify(document.paths) }
  }
  const [api, partners] = [schemaOn('api'), schemaOn(PARTNERS)]
  expect(api.paths).toEqual(['/greetings/{siteId}', '/words/{siteId}', '/names'])
  expect(partners.paths).toEqual(['/greetings/{siteId}', '/words/{siteId}'])
  expect([api.text.includes('"greeted"'), partners.text.includes('"greeted"')]).toEqual([
    false,
    true,
  ])
  const refused = (path: string) => toErrorEnvelope(notFound('site'), 'req_1', surfaceAt(path))
  expect(refused('/partners/v2/nothing')).toEqual({
    request: 'req_1',
    type: 'NOT_FOUND',
    title: 'No such site',
  })
  for (const path of ['/api/v1/nothing', '/partners/v20', '/nothing']) {
    expect(refused(path)).toMatchObject({ data: {}, error: { code: 'NOT_FOUND' } })
  }
})
