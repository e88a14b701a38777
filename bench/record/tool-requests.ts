import * as z from 'zod'
import { MCP_SERVERS } from '../../tools/index.ts'
import { isRecord } from '../../src/lib/json/is-record.ts'
import { mcpRequest, type McpEra } from '../../src/testing/mcp-post.ts'
import { PROTOCOL_ARGUMENTS } from '../../src/testing/protocol-calls.ts'
import { bearer, type RequestOfRecord } from './request-of-record.ts'
import { argumentValue, DOCUMENTS, NEEDED_ARGUMENTS } from './tool-values.ts'

type Arguments = Readonly<Record<string, unknown>>
type Server = (typeof MCP_SERVERS)[number]
type Tool = Server['tools'][number]

interface Call {
  what: string
  args: Arguments
  era?: McpEra
  caller?: string
  /** The text that follows the address of the server. */
  address?: string
  keep?: Readonly<Record<string, string>>
}

/** Calls of every tool: plain in both versions of the protocol, with each argument, in two pages, and broken in one way. */
export const toolRequests = (): RequestOfRecord[] =>
  MCP_SERVERS.flatMap((server) =>
    server.tools.flatMap((tool) =>
      callsOf(server, tool).map((call) => toolRequest(server, tool.name, call)),
    ),
  )

function callsOf(server: Server, tool: Tool): Call[] {
  const fields = propertiesOf(tool)
  const plain = plainArguments(server, tool, fields)
  const keep = KEPT[tool.name]
  const isKeyed = server.name !== 'protocol'
  return [
    { what: 'plain', args: plain, ...(keep && { keep }) },
    { what: 'plain in the modern era', args: plain, era: 'modern' },
    { what: 'as text alone', args: plain, address: '?structured=0' },
    ...eachArgument(tool, fields, plain),
    ...('cursor' in fields ? inPages(server, tool, { ...plain, ...smallPage(fields) }) : []),
    ...brokenCalls(fields, plain),
    ...(isKeyed ? keyedCalls(fields, plain) : []),
    ...(tool.name === 'fetch' ? DOCUMENTS.map((id) => ({ what: id, args: { id } })) : []),
  ]
}

function propertiesOf({ face }: Tool): Arguments {
  const { properties } = z.toJSONSchema(face.input, { io: 'input', unrepresentable: 'any' })
  return properties ?? {}
}

function plainArguments({ name }: Server, tool: Tool, fields: Arguments): Arguments {
  if (name === 'protocol') return PROTOCOL_ARGUMENTS[tool.name] ?? {}
  return { ...('site' in fields && { site: '<site:coast>' }), ...NEEDED_ARGUMENTS[tool.name] }
}

const LINK = String.raw`match:[?&]link=([\w-]+)`

/** Parts of answers that are kept, because a later request names them. */
const KEPT: Readonly<Record<string, Record<string, string>>> = {
  list_questions: { question: String.raw`match:\b(qst_\w{20})\b` },
}

/** Makes a link to a file, which opens for a quarter of an hour. */
export function linkRequest(): RequestOfRecord {
  const [server] = MCP_SERVERS.filter(({ name }) => name === 'data')
  if (!server) throw new Error('There is no server of numbers')
  const args = { site: '<site:coast>', dimensions: ['path'] }
  return toolRequest(server, 'export_data', { what: 'a link to open', args, keep: { link: LINK } })
}

const PAGING = ['cursor', 'limit']

function eachArgument(tool: Tool, fields: Arguments, plain: Arguments): Call[] {
  return Object.entries(fields).flatMap(([name, schema], i): Call[] => {
    const value = PAGING.includes(name) ? undefined : argumentValue(tool.name, name, schema)
    if (value === undefined) return []
    const era = i % 2 === 0 ? 'legacy' : 'modern'
    return [{ what: name, args: { ...plain, [name]: value }, era }]
  })
}

/** Asks for one row, or for as few as possible from a tool that takes no number of rows. */
const smallPage = (fields: Arguments): Arguments =>
  'limit' in fields ? { limit: 1 } : { maxTokens: 1_000, dimensions: ['path'] }

function inPages({ name: server }: Server, { name }: Tool, args: Arguments): Call[] {
  const cursor = `cursor-${server}-${name}`
  return [
    { what: 'first page', args, keep: { [cursor]: '/result/structuredContent/nextCursor' } },
    { what: 'next page', args: { ...args, cursor: `<kept:${cursor}>` } },
    { what: 'a cursor that is none', args: { ...args, cursor: 'garbage' } },
  ]
}

function brokenCalls(fields: Arguments, plain: Arguments): Call[] {
  const names = Object.keys(fields)
  const listed = names.find((name) => isListed(fields[name]))
  const last = names.at(-1)
  return [
    { what: 'an unknown argument', args: { ...plain, colour: 'red' } },
    ...(last === undefined
      ? []
      : [
          { what: 'a misspelt argument', args: { ...plain, [`${last}x`]: 'x' } },
          { what: 'a wrong type', args: { ...plain, [last]: { a: 1 } } },
        ]),
    ...(listed === undefined
      ? []
      : [{ what: 'a value that is not listed', args: { ...plain, [listed]: 'purple' } }]),
  ]
}

const isListed = (schema: unknown): boolean => isRecord(schema) && Array.isArray(schema['enum'])

/** Makes the calls for servers that know organizations. */
function keyedCalls(fields: Arguments, plain: Arguments): Call[] {
  const atSite: Call[] =
    'site' in fields
      ? [
          { what: 'the domain of the site', args: { ...plain, site: 'coast.example' } },
          { what: 'no such site', args: { ...plain, site: 'nobody.example' } },
          { what: 'a site of another organization', args: { ...plain, site: '<site:lantern>' } },
          { what: 'a site without data', args: { ...plain, site: 'paused.example' } },
          { what: 'a key of another site', args: plain, caller: 'narrowed' },
          {
            what: 'at the address of a site',
            args: without(plain, 'site'),
            address: '/s/dunes.example',
          },
        ]
      : []
  return [{ what: 'too little right', args: plain, caller: 'credits' }, ...atSite]
}

const without = (args: Arguments, name: string): Arguments =>
  Object.fromEntries(Object.entries(args).filter(([key]) => key !== name))

function toolRequest(
  server: Server,
  tool: string,
  { what, args, era = 'legacy', caller = 'full', address = '', keep }: Call,
): RequestOfRecord {
  const { headers, body } = mcpRequest(era, {
    method: 'tools/call',
    params: { name: tool, arguments: args },
  })
  return {
    name: `${server.name} ${tool}: ${what}`,
    method: 'POST',
    path: `/mcp${server.path}${address}`,
    headers: { ...headers, ...bearer(server.name === 'protocol' ? 'none' : caller) },
    body: JSON.stringify(body),
    ...(keep && { keep }),
  }
}
