import { ArgumentReader } from '../arguments/argument-reader.ts'
import { Content } from './content.ts'
import { faceOn, type Operation } from '../door/operation.ts'
import type { Face } from '../door/operation-face.ts'

interface ToolDefinition {
  name: `${string}_${string}` | 'search' | 'fetch' | 'query'
  title: string
  /** At most 220 characters that say what the caller gets, then when to use it. */
  description: string
  operation: Operation
  /**
   * `table`, where none is named: a context line and CSV beside the structured content. `document`: one item of JSON text, and
   * nothing else. `link`: a resource link, which the client fetches itself. `content`: the items that the operation answers.
   */
  form?: 'table' | 'document' | 'link' | 'content'
  /** The URI of the resource that shows its answers in clients which can (MCP Apps). */
  app?: `ui://${string}`
}

export interface Tool extends ToolDefinition {
  readonly form: NonNullable<ToolDefinition['form']>
  /** The form in which a tool asks the operation. */
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
