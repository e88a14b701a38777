import { mcpRequest, postMcp, type McpEra } from './mcp-post.ts'
import type { TestApp } from './start-test-app.ts'

interface Listed {
  name: string
  title?: string
  description?: string
  uri: string
  uriTemplate: string
  arguments?: { name: string; description: string; required: boolean }[]
  _meta?: Record<string, unknown>
}

/** The results of the methods that are not calls of tools; a test reads the fields that its method has. */
interface McpResult {
  resources: Listed[]
  resourceTemplates: Listed[]
  prompts: Listed[]
  tools: Listed[]
  contents: { uri: string; mimeType: string; text: string; _meta?: Record<string, unknown> }[]
  messages: { role: string; content: { type: string; text: string } }[]
  completion: { values: string[]; total: number; hasMore: boolean }
  capabilities: Record<string, unknown>
  nextCursor?: string
  ttlMs?: number
  cacheScope?: string
}

/** Calls any method of a server with a key, in one of the eras. */
export async function askMcp(
  app: Pick<TestApp, 'url'>,
  { server, key, era = 'legacy' }: { server: string; key: string; era?: McpEra },
  method: string,
  params: Record<string, unknown> = {},
) {
  const { status, body } = await postMcp(app, server, mcpRequest(era, { method, params }), key)
  // @NOTE tests look into answers freely; a wrong shape fails the expectation that reads it.
  return { status, result: body?.result as unknown as McpResult, error: body?.error }
}
