import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventBody } from '../../domain/webhooks/event-body.ts'
import { OPERATOR_BY_ENGINE } from '../../domain/events/ai-sources.ts'
import { EVENT_NAMES, EVENT_TYPES } from '../../domain/webhooks/event-types.ts'
import { fullParameters } from '../../http/openapi-components.ts'
import { openApiDocument } from '../../http/openapi.ts'
import { PLANS } from '../../kernel/plan/plans.ts'
import { OPERATIONS } from '../../server/operations.ts'
import { scanFailure } from '../scans/scan-failure.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app[Symbol.asyncDispose]())

interface EventType {
  name: string
  payloadSchema: Record<string, unknown>
  example: Record<string, unknown>
}

async function list(query = '') {
  const { status, body } = await app.api('GET', `/event-types${query}`)
  expect(status).toBe(200)
  // @NOTE the list's own schema, to which every answer is held.
  return { items: body.data as unknown as EventType[], cursor: body.meta.nextCursor }
}

const ajv = new Ajv2020({ strict: true, validateFormats: false })

it('anybody reads the eight events, with what each tells', async () => {
  const { items, cursor } = await list()
  expect(items.map(({ name }) => name)).toEqual(EVENT_NAMES)
  expect(cursor).toBeNull()
  expect(items[3]).toMatchInlineSnapshot(`
    {
      "cause": "A debit takes the balance to zero; again only after it was at the threshold or above",
      "example": {
        "balance": 0,
        "orgId": "org_01ky1sv0087d2f4g6h8j0k2m4n",
      },
      "name": "credits.depleted",
      "payloadSchema": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {
          "balance": {
            "type": "integer",
          },
          "orgId": {
            "type": "string",
          },
        },
        "required": [
          "orgId",
          "balance",
        ],
        "type": "object",
      },
      "summary": "No credits are left",
      "version": 1,
    }
  `)
})

it('the schema of each payload takes its example, and one with a field more, but not one with a field less', async () => {
  const { items } = await list()
  for (const { name, payloadSchema, example } of items) {
    const validate = ajv.compile(payloadSchema)
    expect([name, validate(example)]).toEqual([name, true])
    expect([name, validate({ ...example, added: 1 })]).toEqual([name, true])
    for (const field of Object.keys(example)) {
      expect([name, field, validate({ ...example, [field]: undefined })]).toEqual([
        name,
        field,
        false,
      ])
    }
  }
})

it('the list has pages as other lists have', async () => {
  const first = await list('?limit=5')
  const second = await list(`?limit=5&cursor=${first.cursor}`)
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(EVENT_NAMES)
  expect(second.cursor).toBeNull()
  const forged = await app.api('GET', '/event-types?cursor=abc')
  expect([forged.status, forged.body.error?.fields[0]?.path]).toEqual([422, 'cursor'])
})

const document = openApiDocument(OPERATIONS, '1.0.0')

it.each(EVENT_NAMES)('the description of the service tells of deliveries of %s', (event) => {
  const entry = document.webhooks[event]
  expect(entry).toMatchObject({
    post: {
      operationId: expect.stringMatching(/^on(?:[A-Z]\w+)Event$/),
      summary: EVENT_TYPES[event].summary,
      tags: ['webhooks'],
      security: [],
      requestBody: { required: true },
      responses: { '2XX': { description: expect.any(String) } },
    },
  })
  const headers = fullParameters(entry?.post ?? {}, document.components)
  expect(headers.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['X-Service-Signature', 'webhook-id', 'webhook-signature']),
  )
})

it.each(EVENT_NAMES)('the body of a delivery of %s has the form that is described', (event) => {
  const described = new Ajv2020({ strict: false, validateFormats: false }).addSchema(
    document,
    'api',
  )
  const pointer = `webhooks/${event}/post/requestBody/content/application~1json/schema`
  const validate = described.compile({ $ref: `api#/${pointer}` })
  const { example } = EVENT_TYPES[event]
  const stored = { id: 'evt_1', event, payload: JSON.stringify(example), at: 0 }
  for (const hasId of [true, false]) {
    for (const isTest of [true, false]) {
      expect(validate(JSON.parse(eventBody(stored, { hasId, isTest })))).toBe(true)
    }
  }
  expect(validate({ id: 'evt_1', event, payload: {}, timestamp: '' })).toBe(false)
  expect(validate({ event: 'other', payload: example, timestamp: '' })).toBe(false)
})

it('an example says what occurs: the words of lists that are told elsewhere are in them', () => {
  const { code, message, retryable } = EVENT_TYPES['scan.failed'].example
  expect(scanFailure(code, retryable).error).toEqual({ code, message, retryable })
  const words: Record<string, readonly string[]> = {
    plan: PLANS,
    engines: Object.keys(OPERATOR_BY_ENGINE),
  }
  const seen = new Set<string>()
  for (const name of EVENT_NAMES) {
    const { example, payload } = EVENT_TYPES[name]
    expect(payload.parse(example)).toEqual(example)
    for (const [field, value] of Object.entries(example)) {
      if (field in words) seen.add(field)
      const known = words[field] ?? [value].flat()
      for (const word of [value].flat()) expect(known).toContain(word)
    }
  }
  expect([...seen].toSorted()).toEqual(['engines', 'plan'])
})

it('operations and webhooks have different ids, and another surface hears of none', () => {
  const ids = [...JSON.stringify(document).matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id)
  expect(ids.length).toBeGreaterThan(EVENT_NAMES.length)
  expect(new Set(ids).size).toBe(ids.length)
  expect(openApiDocument(OPERATIONS, '1.0.0', 'mcp').webhooks).toEqual({})
})
