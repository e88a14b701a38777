import { ArgumentReader } from './arguments/argument-reader.ts'
import type { Operation } from './operation.ts'

interface ToolDefinition {
  name: `${string}_${string}` | 'search' | 'fetch' | 'query'
  title: string
  /** At most 220 characters that say what the caller gets, then when to use it. */
  description: string
  operation: Operation
  /**
   * `table`: a context line and CSV beside the structured content. `document`: one item of JSON text, and nothing else.
   * `link`: a resource link, which the client fetches itself.
   */
  form: 'table' | 'document' | 'link'
  /** The URI of the resource that shows its answers in clients which can (MCP Apps). */
  app?: `ui://${string}`
}

export interface Tool extends ToolDefinition {
  /** Reads what models send for the tool. */
  readonly arguments: ArgumentReader
}

/** Binds an operation to an MCP tool. Scopes and schemas come from the operation and cannot be overridden. */
export function defineTool(tool: ToolDefinition): Tool {
  const { operation } = tool
  if (operation.effect !== 'read') {
    throw new TypeError(`${tool.name}: MCP is read-only, ${operation.name} writes`)
  }
  return { ...tool, arguments: new ArgumentReader(operation.input) }
}
