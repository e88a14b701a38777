import { type ClientFamily, UNKNOWN_TOOL_NAME } from '../kernel/door/assistant-call.ts'
import type { RequestLogFields } from '../kernel/wire/request-log-fields.ts'
import type { ServerDefinition, Tool } from '../kernel/assistants/server-definition.ts'
import { traceIdOf } from '../kernel/wire/trace-id.ts'
import { WatchedContext } from '../kernel/door/watched-context.ts'
import { type CallEnd, callTool, type McpCall, type ToolResult } from './call-tool.ts'

/**
 * The parameters of one message that calls a tool: the arguments that a model sends, and the `_meta` that came with
 * them.
 */
interface CallParams {
  readonly arguments?: unknown
  readonly _meta?: unknown
}

type CalledServer = Pick<ServerDefinition, 'name'>

/**
 * Runs a tool, and records who called it and how the call ended, but never what was asked or answered. Returns the
 * result, also as JSON. An anonymous call, at a server that everybody may use, is not recorded, since no organization
 * may read the record.
 */
export async function recordedCall(
  { name: server }: CalledServer,
  tool: Tool,
  params: CallParams,
  call: McpCall,
): Promise<{ result: ToolResult; json: string }> {
  const { app } = call
  const end: CallEnd = { outcome: 'ok', rows: null }
  const startedAt = app.elapsed()
  const watched = new WatchedContext(app)
  const traced = inTrace({ ...call, app: watched.app }, params)
  const result = await callTool(tool, params.arguments, traced, end)
  const json = JSON.stringify(result)
  const who = whoCalled(call)
  if (!who) return { result, json }
  app.assistantCalls.record({
    atMs: app.now(),
    siteNum: watched.foundSite,
    server,
    tool: tool.name,
    outcome: end.outcome,
    durationUs: Math.round((app.elapsed() - startedAt) * 1_000),
    rows: end.rows,
    bytes: Buffer.byteLength(json),
    ...who,
  })
  return { result, json }
}

/**
 * Records a call of a tool that the server does not have. The name of the tool is left out, since the caller made it
 * up.
 */
export function recordUnknownTool({ name }: CalledServer, call: McpCall): void {
  const who = whoCalled(call)
  if (!who) return
  call.app.assistantCalls.record({
    atMs: call.app.now(),
    siteNum: null,
    server: name,
    tool: UNKNOWN_TOOL_NAME,
    outcome: 'UNKNOWN_TOOL',
    durationUs: 0,
    rows: null,
    bytes: 0,
    ...who,
  })
}

const whoCalled = ({ principal, caller }: McpCall) =>
  principal.kind === 'anonymous'
    ? undefined
    : {
        orgId: principal.orgId,
        keyId: principal.kind === 'key' ? principal.keyId : null,
        client: clientFamily(caller.userAgent),
      }

/**
 * Returns the call with the trace that the caller says it is in (SEP-414), so that the log names it in the lines of the
 * call, and in the line of the request where no header of the request names a trace.
 */
function inTrace(call: McpCall, { _meta: meta }: CallParams): McpCall {
  if (typeof meta !== 'object' || meta === null || !('traceparent' in meta)) return call
  const traceId = traceIdOf(meta.traceparent)
  if (traceId === undefined) return call
  const logFields: RequestLogFields = { ...call.logFields, traceId }
  call.logFields.traceId ??= traceId
  return { ...call, logFields }
}

/** The patterns by which the header `User-Agent` shows the family of a client; the first that matches counts. */
const CLIENT_MARKS: readonly (readonly [ClientFamily, RegExp])[] = [
  ['codex', /codex/i],
  ['claude', /claude|anthropic/i],
  ['chatgpt', /chatgpt|openai/i],
  ['cursor', /cursor/i],
  ['vscode', /vscode|visual ?studio ?code|copilot/i],
  ['sdk', /modelcontextprotocol|mcp|ai-sdk|^(?:node|undici|bun|deno|python|go-http|java|axios)/i],
]

/** The most characters that are read of the header `User-Agent`; a client has its name in front of them. */
const MAX_HEADER_CHARS = 200

/**
 * Returns the family of a client by its header `User-Agent`. The header may say anything, so nothing is allowed or
 * refused by it.
 */
function clientFamily(userAgent: string | undefined): ClientFamily {
  const text = userAgent?.slice(0, MAX_HEADER_CHARS) ?? ''
  return CLIENT_MARKS.find(([, mark]) => mark.test(text))?.[0] ?? 'other'
}
