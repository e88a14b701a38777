import type { Access } from './access.ts'
import { addressOf } from './surface.ts'
import type { Tool } from './tool.ts'

/** An MCP server as data: all that the adapter knows of one. */
export interface ServerDefinition {
  /** Clients hear it as `citable-{name}`. */
  name: string
  /** The path below the address of the surface `mcp`. */
  path: `/${string}`
  title: string
  instructions: string
  /** Query parameters that the address takes; any other is refused, as a credential may be in it. */
  parameters: readonly string[]
  /** The kinds of access that its tools may have. */
  access: readonly Access['by'][]
  tools: readonly Tool[]
}

/** Declares a server. Throws TypeError for a tool that it may not have. */
export function defineServer(server: ServerDefinition): ServerDefinition {
  const wrong = server.tools.find(({ operation }) => !server.access.includes(operation.access.by))
  if (wrong) {
    const { access } = wrong.operation
    throw new TypeError(`${server.name} has no tools of the access ${access.by}: ${wrong.name}`)
  }
  return server
}

/** Makes the whole address of a server, without the host. */
export const serverAddress = ({ path }: ServerDefinition): string =>
  addressOf({ surface: 'mcp', path })
