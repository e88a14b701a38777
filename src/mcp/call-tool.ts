import type { AppContext } from '../core/app-context.ts'
import type { ServiceError } from '../core/errors.ts'
import type { Caller } from '../core/operation.ts'
import type { OrgPrincipal } from '../core/principal.ts'
import { toServiceError } from '../core/to-service-error.ts'
import type { Logger } from '../core/logger.ts'
import { renderTable } from './render.ts'
import type { Tool } from './tool.ts'

/** Who calls a tool, and with what; made by the endpoint for each HTTP request. */
export interface McpCall {
  app: AppContext
  log: Logger
  principal: OrgPrincipal
  caller: Caller
}

export interface ToolResult {
  [key: string]: unknown
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: true
}

/** Runs a tool through the door. A failure becomes a result that tells a model what to do, never a protocol error. */
export async function callTool(tool: Tool, args: unknown, call: McpCall): Promise<ToolResult> {
  try {
    const output = await tool.operation.execute(call.app, call.principal, call.caller, args ?? {})
    if (tool.form === 'document') return textResult(JSON.stringify(output))
    // @NOTE a table tool's output schema is an object, and execute parsed the output with it.
    const structuredContent = output as Record<string, unknown>
    return { ...textResult(renderTable(structuredContent)), structuredContent }
  } catch (thrown) {
    const error = toServiceError(thrown)
    if (error.status >= 500) {
      const { requestId } = call.caller
      call.log.error({ requestId, tool: tool.name, err: error.cause ?? error }, error.message)
    }
    return { ...textResult(explain(error, tool)), isError: true }
  }
}

const textResult = (text: string): ToolResult => ({ content: [{ type: 'text', text }] })

/** Code, cause, and what is legal. Foreign text is never echoed: names of arguments are cut and cleaned. */
function explain(error: ServiceError, tool: Tool): string {
  const { fields = [] } = error.details
  const lines = fields.map(({ path, message, code }) =>
    code === 'unknown_field'
      ? `${clean(path)}: unknown argument; valid: ${argumentsOf(tool).join(', ')}`
      : `${clean(path)}: ${message}`,
  )
  return [`${error.code}: ${error.message}`, ...lines].join('\n')
}

const clean = (path: string): string => path.replaceAll(/[^\w.[\]-]/g, '?').slice(0, 80)

function argumentsOf({ operation }: Tool): string[] {
  const { input } = operation
  return 'shape' in input && typeof input.shape === 'object' ? Object.keys(input.shape ?? {}) : []
}
