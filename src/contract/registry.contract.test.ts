import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { citableServer } from '../../tools/citable.ts'
import { dataServer } from '../../tools/data.ts'
import { protocolServer } from '../../tools/protocol.ts'
import { publisherServer } from '../../tools/publisher.ts'
import { ERROR_STATUS } from '../kernel/door/errors.ts'
import { STREAM_TYPES } from '../kernel/door/row-stream.ts'
import { isList } from '../kernel/reads/list.ts'
import { isRecord } from '../lib/json/is-record.ts'
import { defineOperation, type Operation } from '../kernel/door/operation.ts'
import { staleFiles } from '../dev/docs.ts'
import { fullParameters } from '../http/openapi-components.ts'
import { openApiDocument } from '../http/openapi.ts'
import { WHOLE_SERVER } from '../mcp/server-view.ts'
import { ToolCatalogue } from '../mcp/tool-catalogue.ts'
import { defineServer, defineTool } from '../kernel/assistants/server-definition.ts'
import type { Scope } from '../kernel/door/scopes.ts'
import { OPERATIONS } from '../server/operations.ts'
import { KEYED_SERVERS } from '../testing/keyed-servers.ts'
import { expectedMethod, READS_THAT_NEED_WRITE } from '../testing/expected-access.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = Record<string, Json>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonObject =>
  JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))) as JsonObject

/** The names of all properties of a schema, at any depth. */
function propertyNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(propertyNames)
  if (!isRecord(value)) return []
  const own = isRecord(value['properties']) ? Object.keys(value['properties']) : []
  return [...own, ...Object.values(value).flatMap(propertyNames)]
}

const parameterNames = (path: string): string[] =>
  [...path.matchAll(/[:{](\w+)/g)].map(([, name]) => name!)

/** Four characters of JSON a token: near enough for a ceiling. */
const tokensOf = (value: unknown): number => JSON.stringify(value).length / 4

/** An answer that is a file alone, without the envelope. */
const isFile = (answer: Json | undefined): boolean =>
  isRecord(answer) &&
  isRecord(answer['content']) &&
  Object.keys(answer['content']).join() === Object.values(STREAM_TYPES).join()

const duplicates = (names: readonly string[]): string[] =>
  names.filter((name, i) => names.indexOf(name) !== i)

describe('operations', () => {
  it('each have a name of their own', () => {
    expect(OPERATIONS.length).toBeGreaterThan(15)
    expect(duplicates(OPERATIONS.map(({ name }) => name))).toEqual([])
  })

  it('each have a route of their own', () => {
    const routes = OPERATIONS.flatMap(({ http }) =>
      http?.surface === 'api' ? [`${http.method} ${http.path.replaceAll(/:\w+/g, ':')}`] : [],
    )
    expect(duplicates(routes)).toEqual([])
  })

  it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
    '%s states what it does and needs',
    (operationName, { summary, effect, access, input, http }) => {
      expect(summary).toMatch(/^\S.{3,}[^.]$/)
      const scopes = 'anyOf' in access ? access.anyOf : []
      const needsWrite = effect === 'write' || READS_THAT_NEED_WRITE.has(operationName)
      for (const scope of scopes) expect(scope.endsWith(needsWrite ? ':write' : ':read')).toBe(true)
      const method = expectedMethod(operationName, effect)
      expect((http?.method ?? method) === 'get').toBe(method === 'get')
      const fields = schemaOf(input, 'input')['properties']
      const needed = [...parameterNames(http?.path ?? ''), ...(http?.ifMatch ? ['ifMatch'] : [])]
      for (const name of needed) expect(fields).toHaveProperty(name)
    },
  )

  // OAuth answers tokens and secrets under the names that its RFCs give them.
  const ofOauth = ({ http }: (typeof OPERATIONS)[number]) => http?.surface === 'oauth'
  const others = OPERATIONS.filter((operation) => !ofOauth(operation))
  it.each(others.map((operation) => [operation.name, operation] as const))(
    '%s answers no secret that it does not declare',
    (_, { output, http }) => {
      // The audit log shows the hash of each entry, by which the entry is verified.
      const secretNamed = propertyNames(schemaOf(output, 'output')).filter((name) =>
        /^(token|key|apiKey|link)$|secret|.hash|plaintext|password|(Token|Key)$/i.test(name),
      )
      expect(secretNamed).toEqual(http?.revealsSecret ? [http.revealsSecret] : [])
    },
  )

  it('page by at most a hundred rows, and take a cursor wherever they page', () => {
    const fieldsOf = ({ input }: (typeof OPERATIONS)[number]): JsonObject => {
      const { properties } = schemaOf(input, 'input')
      return isRecord(properties) ? properties : {}
    }
    const limited = OPERATIONS.filter((operation) => 'limit' in fieldsOf(operation))
    expect(limited.length).toBeGreaterThan(15)
    for (const operation of limited) {
      const { limit, cursor } = fieldsOf(operation)
      const wanted = { type: 'integer', minimum: 1, maximum: 100 }
      expect([operation.name, limit]).toMatchObject([operation.name, wanted])
      expect([operation.name, cursor]).toMatchObject([operation.name, { type: 'string' }])
    }
    const lists = OPERATIONS.filter(({ output }) => isList(output))
    const names = limited.map(({ name }) => name)
    expect(lists.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([])
  })

  it('take no field that they do not know, but for those of OAuth, which ignore it (RFC 6749, 3.1)', () => {
    const open = others.filter(
      ({ input }) => schemaOf(input, 'input')['additionalProperties'] !== false,
    )
    expect(open.map(({ name }) => name)).toEqual([])
  })
})

describe('documentation', () => {
  it('is current; otherwise run npm run docs', () => {
    expect(staleFiles()).toEqual([])
  })

  const document = openApiDocument(OPERATIONS, '1.0.0')
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, entry]) => ({ path, method, entry })),
  )

  it('describes every route, and none twice', () => {
    const routes = OPERATIONS.flatMap(({ http }) =>
      http?.surface === 'api' ? [`${http.method} ${http.path.replaceAll(/:(\w+)/g, '{$1}')}`] : [],
    )
    expect(described.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      routes.toSorted(),
    )
  })

  it('points only at what it holds', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref!)
    expect(refs.length).toBeGreaterThan(10)
    for (const ref of refs) {
      const [root, ...steps] = ref.split('/')
      expect(root).toBe('#')
      const target = steps.reduce<unknown>(
        (node, step) => (isRecord(node) ? node[step] : undefined),
        document,
      )
      expect([ref, target]).not.toEqual([ref, undefined])
    }
  })

  it('declares each path parameter, and each parameter once', () => {
    for (const { path, entry } of described) {
      const parameters = fullParameters(entry, document.components)
      const inPath = parameters.filter((parameter) => parameter['in'] === 'path')
      expect(inPath.map(({ name }) => name)).toEqual(parameterNames(path))
      expect(inPath.every(({ required }) => required === true)).toBe(true)
      expect(duplicates(parameters.map((p) => JSON.stringify([p['in'], p['name']])))).toEqual([])
    }
  })

  it('gives each answer the envelope and the limit headers', () => {
    const { responses } = document.components as { responses?: Json } & typeof document.components
    const shared = Object.values(responses as JsonObject)
    const answers = described.flatMap(({ entry }) =>
      Object.entries(entry['responses'] as JsonObject).flatMap(([status, answer]) =>
        status === '204' ? [] : [answer],
      ),
    )
    for (const answer of [...shared, ...answers]) {
      if (isRecord(answer) && '$ref' in answer) continue
      expect(answer).toMatchObject({
        headers: { 'X-RateLimit-Limit': {}, 'X-RateLimit-Remaining': {}, 'X-Request-Id': {} },
      })
      if (isFile(answer)) continue
      expect(answer).toMatchObject({
        content: { 'application/json': { schema: { required: ['data', 'error', 'meta'] } } },
      })
    }
  })

  it('describes a link as the one credential of what it opens', () => {
    const [entry] = described.filter(({ path }) => path === '/exports').map((one) => one.entry)
    expect(entry?.['security']).toEqual([{ link: [] }])
    const { securitySchemes } = document.components as { securitySchemes?: Json } & JsonObject
    expect(securitySchemes).toMatchObject({ link: { type: 'apiKey', in: 'query', name: 'link' } })
  })

  it('says of what can be watched how its events are called, and when none will come', () => {
    const watched = described.filter(({ entry }) =>
      JSON.stringify(entry['responses']).includes('text/event-stream'),
    )
    expect(watched.map(({ path }) => path).join(' ')).toBe(
      '/scan/{jobId} /citations/{siteId}/runs/{runId} /webhook-events',
    )
    const [ending = {}, , endless = {}] = watched.map(({ entry }) => entry)
    const { 200: answer, 204: nothing } = ending['responses'] as JsonObject
    const text = JSON.stringify(answer)
    for (const name of ['progress', 'done', 'failed', 'canceled']) expect(text).toContain(name)
    expect(nothing).not.toHaveProperty('content')
    expect(Object.keys(endless['responses'] ?? {})).not.toContain('204')
    expect(fullParameters(ending, document.components)).toContainEqual(
      expect.objectContaining({ name: 'Last-Event-ID', in: 'header' }),
    )
  })

  it('names every error code, and what each field of an error has', () => {
    expect(document.components.schemas['Error']).toMatchObject({
      properties: {
        code: { enum: Object.keys(ERROR_STATUS) },
        fields: {
          items: { properties: { path: {}, location: {}, code: {}, rule: {}, message: {} } },
        },
      },
    })
  })

  it('says for each route which credential, scope and status it has', () => {
    for (const operation of OPERATIONS) {
      const { http, access, name } = operation
      if (http?.surface !== 'api') continue
      const entry = described.find(({ entry: { operationId } }) => operationId === name)?.entry
      expect(Object.keys(entry?.['responses'] as JsonObject)).toContain(String(http.status ?? 200))
      expect(entry?.['security']).toHaveLength(
        { public: 0, session: 1, link: 1, member: 2, scope: 2 }[access.by],
      )
      expect(entry?.['x-required-scopes']).toEqual(
        'anyOf' in access ? [...access.anyOf] : undefined,
      )
    }
  })
})

describe.each([
  { server: citableServer, maxTokens: 7_750 },
  { server: publisherServer, maxTokens: 3_950 },
  { server: dataServer, maxTokens: 4_600 },
  { server: protocolServer, maxTokens: 2_000 },
])('tools of /mcp/$server.name', ({ server, maxTokens }) => {
  const operator = { kind: 'operator', orgId: '', plan: 'business' } as const
  const { tools } = new ToolCatalogue(server).listFor(operator, WHOLE_SERVER)
  const listed = tools as {
    name: string
    title: string
    description: string
    inputSchema: { type: string; properties?: Record<string, { description?: string }> }
    annotations: Record<string, unknown>
  }[]
  it('the tools are at most 24, and their list stays within its ceiling', () => {
    expect(listed.length).toBeLessThanOrEqual(24)
    expect(tokensOf(listed)).toBeLessThanOrEqual(maxTokens)
  })

  it('each tool stands on an operation of the registry', () => {
    for (const { operation } of server.tools) expect(OPERATIONS).toContain(operation)
  })

  it.each(listed.map((tool) => [tool.name, tool] as const))(
    '%s is small, described and read-only',
    (_, tool) => {
      expect(tool.title.length).toBeGreaterThan(0)
      expect(tool.description.length).toBeLessThanOrEqual(220)
      expect(tokensOf(tool)).toBeLessThanOrEqual(600)
      expect(tool.annotations).toEqual({
        title: tool.title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      })
      expect(tool.inputSchema.type).toBe('object')
      const unions = ['anyOf', 'oneOf', 'allOf'].filter((union) => union in tool.inputSchema)
      expect(unions).toEqual([])
      const fields = Object.entries(tool.inputSchema.properties ?? {})
      expect(fields.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([])
    },
  )
})

it('all tools at one address are in 7,700 tokens, and send to no other server', () => {
  const operator = { kind: 'operator', orgId: '', plan: 'business' } as const
  const { tools, json } = new ToolCatalogue(citableServer).listFor(operator, WHOLE_SERVER)
  expect(tools).toHaveLength(23)
  expect(encode(json.toString()).length).toBeLessThanOrEqual(7_700)
  const said = `${json.toString()}${citableServer.instructions}`
  expect(said).not.toMatch(/(?:publisher|data) server/)
})

const toolOf = (operation: Operation) =>
  defineTool({ name: 'search', title: 'x', description: 'x', operation, form: 'table' })

it('an operation that writes cannot become a tool', () => {
  const refused = OPERATIONS.filter(({ effect }) => effect === 'write')
  expect(refused.length).toBeGreaterThan(3)
  for (const operation of refused) expect(() => toolOf(operation)).toThrow(TypeError)
})

describe.each(KEYED_SERVERS)('the server $name', (server) => {
  it('has tools of the access that it states alone, and none that is public', () => {
    const others = OPERATIONS.filter(
      ({ effect, access }) => effect === 'read' && access.by !== 'scope',
    )
    const kinds = others.map(({ access }) => access.by)
    expect(kinds).toEqual(expect.arrayContaining(['session', 'member']))
    for (const operation of [...others, publicRead]) {
      const tools = [...server.tools, toolOf(operation)]
      expect(() => defineServer({ ...server, tools })).toThrow(TypeError)
    }
  })
})

const publicRead = defineOperation({
  name: 'trial.public',
  summary: 'Something that everybody may read',
  effect: 'read',
  access: { by: 'public' },
  input: z.strictObject({}),
  output: z.object({}),
  handler: async () => ({}),
})

it('a server that says so has public tools, and lists them to whoever it lets in', () => {
  const tools = [...dataServer.tools.slice(0, 1), toolOf(publicRead)]
  const open = defineServer({ ...dataServer, access: ['scope', 'public'], tools, prompts: [] })
  const nobody = {
    kind: 'key',
    orgId: '',
    plan: 'business',
    keyId: '',
    scopes: new Set<Scope>(),
    siteIds: undefined,
  } as const
  const { tools: listed } = new ToolCatalogue(open).listFor(nobody, WHOLE_SERVER)
  expect(listed).toMatchObject([{ name: 'search' }])
})
