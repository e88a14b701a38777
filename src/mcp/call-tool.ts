import type { AppContext } from '../kernel/door/app-context.ts'
import type { CallOutcome } from '../kernel/door/assistant-call.ts'
import type { Caller } from '../kernel/door/caller.ts'
import type { Principal } from '../kernel/door/principal.ts'
import type { RequestLogFields } from '../kernel/wire/request-log-fields.ts'
import { toServiceError } from '../kernel/wire/to-service-error.ts'
import { logFailure } from '../kernel/wire/log-failure.ts'
import type { Logger } from '../lib/logger.ts'
import { localDay } from '../lib/time/zone.ts'
import { explainError } from './explain-error.ts'
import { renderTable } from './render.ts'
import { Content, type ContentItem } from '../kernel/assistants/content.ts'
import type { ServerView } from './server-view.ts'
import type { Tool } from '../kernel/assistants/server-definition.ts'

/**
 * The caller of a tool with its context; the endpoint makes one for each HTTP request. `app` is bound to the site of
 * the view, where the view has one.
 */
export interface McpCall {
  app: AppContext
  log: Logger
  /** The caller; anonymous at a server that everybody may use. */
  principal: Principal
  caller: Caller
  view: ServerView
  /** The fields of the request's line in the log, of which `traceId` names the caller's trace. */
  logFields: RequestLogFields
}

/** The facts about a call that are recorded in addition to its answer. */
export interface CallEnd {
  outcome: CallOutcome
  /** The number of rows of a table; null for any other answer. */
  rows: number | null
}

type ResultItem =
  | ContentItem
  | { type: 'resource_link'; uri: string; name: string; description: string; mimeType: string }

export interface ToolResult {
  [key: string]: unknown
  content: ResultItem[]
  structuredContent?: Record<string, unknown>
  isError?: true
}

/**
 * Runs a tool by its operation, and notes in `end` how the call ended. A failure becomes a result that says how a model
 * can go on, never an error of the protocol.
 */
export async function callTool(
  tool: Tool,
  args: unknown,
  call: McpCall,
  end: CallEnd,
): Promise<ToolResult> {
  const { app, principal, caller, view } = call
  const { value, ...reading } = tool.arguments.read(args ?? {}, localDay('UTC', app.now()))
  try {
    const reader = view.isStructured ? caller : { ...caller, isTextOnly: true }
    const answer = await tool.face.execute(app, principal, reader, value)
    if (tool.form === 'content') return Content.parse(answer)
    const output = withReading(answer, reading, tool)
    end.rows = countRows(output)
    if (tool.form === 'document') return textResult(JSON.stringify(output))
    // @NOTE such a tool's output schema is an object, and execute parsed the output with it.
    const structuredContent = output as Record<string, unknown>
    const result =
      tool.form === 'link'
        ? linkResult(structuredContent)
        : textResult(renderTable(structuredContent))
    return view.isStructured ? { content: result.content, structuredContent } : result
  } catch (thrown) {
    const error = toServiceError(thrown)
    end.outcome = error.code
    const { requestId } = caller
    logFailure(call.log, error, { ...traced(call), requestId, tool: tool.name })
    return {
      ...textResult(explainError(error, { tool, names: argumentNames(tool, view) }, value)),
      isError: true,
    }
  }
}

const traced = ({ logFields: { traceId } }: McpCall) => (traceId === undefined ? {} : { traceId })

const countRows = (output: unknown): number | null =>
  typeof output === 'object' && output !== null && 'rows' in output && Array.isArray(output.rows)
    ? output.rows.length
    : null

/** Returns the names of the arguments that a caller may send. It leaves out `site` where the address names the site. */
export const argumentNames = (
  { arguments: { names } }: Pick<Tool, 'arguments'>,
  { site }: ServerView,
): string[] => (site === undefined ? names : names.filter((name) => name !== 'site'))

/** Adds to the notes of an answer how its arguments were read. A document stays as its contract has it. */
function withReading(
  output: unknown,
  { told, ignored = [] }: { told: readonly string[]; ignored?: readonly string[] },
  { form }: Tool,
): unknown {
  const added = [
    ...(told.length > 0 ? [`read ${told.join('; ')}`] : []),
    ...(ignored.length > 0 ? [`ignored ${ignored.join(', ')}, which the client added`] : []),
  ]
  if (added.length === 0 || form === 'document') return output
  // @NOTE the output of all other forms is an object.
  const { notes, ...answer } = output as Record<string, unknown>
  return { ...answer, notes: [...added, ...(Array.isArray(notes) ? notes : [])] }
}

const textResult = (text: string): ToolResult => ({ content: [{ type: 'text', text }] })

/**
 * Makes the result of a tool that answers with a link. The text holds the address too, for clients that do not know
 * links.
 */
function linkResult(link: Readonly<Record<string, unknown>>): ToolResult {
  const [uri, name, description, mimeType] = ['url', 'name', 'description', 'mimeType'].map((key) =>
    String(link[key]),
  )
  if (!uri || !name || !description || !mimeType) throw new TypeError('A link lacks a field')
  const notes = Array.isArray(link['notes']) ? link['notes'].map((note) => `# ${note}\n`) : []
  return {
    content: [
      { type: 'text', text: `# ${name}: ${description}\n${notes.join('')}${uri}` },
      { type: 'resource_link', uri, name, description, mimeType },
    ],
  }
}
