import * as z from 'zod'
import type { ConnectTarget } from '../../domain/connect/connect-target.ts'
import type { Access } from '../door/access.ts'
import { Completion } from './completion.ts'
import { type AddressLimit, faceOn, type Operation } from '../door/operation.ts'
import type { TaskPrompt } from './task-prompt.ts'
import { assertReads, type Resource, type ResourceTemplate } from './resource.ts'
import { ALL_SCOPES, type Scope } from '../door/scopes.ts'
import { addressOf } from '../door/surface.ts'
import { ArgumentReader } from '../arguments/argument-reader.ts'
import { Content } from './content.ts'
import type { Face } from '../door/operation-face.ts'

/** The one site that an address of a server is bound to. */
export const BoundSite = z.object({ id: z.string(), domain: z.string() })
export type BoundSite = z.infer<typeof BoundSite>

/** An MCP server as data: everything that the adapter of the protocol knows about it. */
export interface ServerDefinition {
  /** The name of the server; clients list the server by its `entryName`. */
  name: string
  /** The path below the address of the surface `mcp`; empty for the server that is at that address. */
  path: `/${string}` | ''
  /** The names of the servers that this one joins; absent where it joins no others. */
  joins?: readonly string[]
  title: string
  instructions: string
  /**
   * The limit of requests from one address to a server that everybody may use. Such a server needs no credential and
   * ignores any that is sent; a server without this limit takes keys alone.
   */
  publicLimit?: AddressLimit
  /** The most octets of a message; 256 KiB where it is absent. */
  maxBodyBytes?: number
  /** The query parameters that the address takes; any other is refused, as a credential may be in it. */
  parameters: readonly ('tools' | 'structured')[]
  /**
   * Finds the site at the end of an address (`/s/tea.example`), as a `BoundSite`: everything at that address is then
   * about this site. A server without it has no such addresses.
   */
  bindSite?: Operation
  /** The kinds of access that parts of the server may have. */
  access: readonly Access['by'][]
  tools: readonly Tool[]
  resources: readonly Resource[]
  /** The templates of its resources, of which at most one lists the resources that exist. */
  resourceTemplates: readonly ResourceTemplate[]
  prompts: readonly TaskPrompt[]
  /**
   * Operations that complete an argument of a prompt, or an open part of a URI, by its name; each answers a
   * `Completion`.
   */
  completions: Readonly<Record<string, Operation>>
}

/** The most octets of a message, for a server that states no other number. */
export const MAX_MESSAGE_BYTES = 262_144

/**
 * Declares a server. Throws TypeError for a part that the server may not have, or that refers to a part that is
 * missing.
 */
export function defineServer(server: ServerDefinition): ServerDefinition {
  const wrong = accessOf(server).find(([, access]) => !server.access.includes(access.by))
  if (wrong) {
    const [name, access] = wrong
    throw new TypeError(`${server.name} has nothing of the access ${access.by}: ${name}`)
  }
  if (server.publicLimit && (server.bindSite || server.access.some((by) => by !== 'public'))) {
    throw new TypeError(`${server.name} is public, and has what belongs to an organization`)
  }
  const tools = new Set<string>(server.tools.map(({ name }) => name))
  const missing = server.prompts.find(({ uses }) => uses.some((name) => !tools.has(name)))
  if (missing) throw new TypeError(`${server.name} lacks a tool that ${missing.name} uses`)
  const uris = new Set<string>(server.resources.map(({ uri }) => uri))
  const unseen = server.tools.find(({ app }) => app !== undefined && !uris.has(app))
  if (unseen) throw new TypeError(`${server.name} lacks the resource of ${unseen.name}`)
  if (server.resourceTemplates.filter(({ instances }) => instances).length > 1) {
    throw new TypeError(`${server.name} has several lists of resources`)
  }
  if (server.bindSite) assertReads(server.name, server.bindSite, BoundSite)
  for (const [name, operation] of Object.entries(server.completions)) {
    assertReads(name, operation, Completion)
  }
  return server
}

function accessOf(server: ServerDefinition): [name: string, access: Access][] {
  const { tools, resources, resourceTemplates, prompts, completions } = server
  const operations = [...resourceTemplates, ...prompts].map(
    ({ name, operation }): [string, Access] => [name, operation.access],
  )
  return [
    ...tools.map(({ name, face }): [string, Access] => [name, face.access]),
    ...operations,
    ...resources.map(({ name, access }): [string, Access] => [name, access]),
    ...Object.entries(completions).map(([name, { access }]): [string, Access] => [name, access]),
    ...resourceTemplates.flatMap(({ name, instances }): [string, Access][] =>
      instances ? [[name, instances.access]] : [],
    ),
  ]
}

/**
 * Returns the read scopes that the tools of a server need, in the order of all scopes. A person grants these to a
 * client.
 */
export function readScopesOf({ tools }: Pick<ServerDefinition, 'tools'>): Scope[] {
  const taken = new Set<Scope>()
  for (const { face } of tools) {
    if (face.access.by === 'scope') for (const scope of face.access.anyOf) taken.add(scope)
  }
  return ALL_SCOPES.filter((scope) => taken.has(scope) && scope.endsWith(':read'))
}

/** Makes the whole address of a server, without the host. */
export const serverAddress = ({ path }: ServerDefinition): string =>
  addressOf({ surface: 'mcp', path })

/** Describes a server to clients; `origin` is the origin of all servers. */
export const connectTarget = (server: ServerDefinition, origin: string): ConnectTarget => ({
  name: server.name,
  url: `${origin}${serverAddress(server)}`,
  isKeyed: server.publicLimit === undefined,
})

/**
 * Lists the servers for a client that connects to all of them. A server that joins others is left out: it adds nothing.
 */
export const separateServers = (servers: readonly ServerDefinition[]): ServerDefinition[] =>
  servers.filter(({ joins }) => joins === undefined)

/** Lists the servers for a person who pastes a single address: those that join others. */
export const pastedServers = (servers: readonly ServerDefinition[]): ServerDefinition[] =>
  servers.filter(({ joins }) => joins !== undefined)

/** Lists the addresses of a server, with `:site` in place of the site where the server can be bound to one. */
export const addressesOf = (server: ServerDefinition): string[] => {
  const address = serverAddress(server)
  return server.bindSite ? [address, `${address}/s/:site`] : [address]
}

/** An address that needs a credential, with the scopes that its tools take. */
export interface ProtectedAddress {
  address: string
  scopes: readonly Scope[]
}

/** Lists the addresses that need a credential. */
export function protectedAddresses(server: ServerDefinition): ProtectedAddress[] {
  if (server.publicLimit) return []
  const scopes = readScopesOf(server)
  return addressesOf(server).map((address) => ({ address, scopes }))
}

interface ToolDefinition {
  name: `${string}_${string}` | 'search' | 'fetch' | 'query'
  title: string
  /** The description of at most 220 characters, which says what the caller gets, then when to use the tool. */
  description: string
  operation: Operation
  /**
   * The form of an answer. `table` is the default: a context line and CSV, in addition to the structured content.
   * `document`: one item of JSON text, and nothing else. `link`: a resource link, which the client fetches itself.
   * `content`: the items that the operation answers.
   */
  form?: 'table' | 'document' | 'link' | 'content'
  /** The URI of the resource that shows the answers of the tool, in clients that can show one (MCP Apps). */
  app?: `ui://${string}`
}

export interface Tool extends ToolDefinition {
  readonly form: NonNullable<ToolDefinition['form']>
  /** The form in which the tool asks the operation and is answered. */
  readonly face: Face
  /** Reads what models send for the tool. */
  readonly arguments: ArgumentReader
}

/**
 * Binds an operation to an MCP tool. Scopes and schemas come from the operation and cannot be overridden. Throws TypeError for
 * an operation that writes, or whose answer has another form.
 */
export function defineTool(tool: ToolDefinition): Tool {
  const { operation } = tool
  if (operation.effect !== 'read') {
    throw new TypeError(`${tool.name}: MCP is read-only, ${operation.name} writes`)
  }
  const face = faceOn(operation, 'mcp')
  if ((tool.form === 'content') !== (face.output === Content)) {
    throw new TypeError(
      `${tool.name}: content is answered by operations of content, and by no others`,
    )
  }
  return { form: 'table', ...tool, face, arguments: new ArgumentReader(face.input) }
}

/** Binds the operations of a server, in the order in which it shows their tools. */
export const defineTools = (tools: readonly ToolDefinition[]): Tool[] => tools.map(defineTool)
