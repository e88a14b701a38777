import { addressOfServer } from './mcp-post.ts'
import type { TestApp } from './start-test-app.ts'

export type Arguments = Record<string, unknown>

/** Calls a tool with one plain request, as an SDK client of the 2025 revisions would after its handshake. */
export async function askTool(
  app: TestApp,
  server: string,
  name: string,
  key: string,
  args: Arguments,
) {
  const response = await fetch(`${app.url}${addressOfServer(server)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    }),
  })
  if (response.status !== 200)
    throw new Error(`${name}: ${response.status} ${await response.text()}`)
  const { result } = (await response.json()) as {
    result: { content: { text: string }[]; structuredContent?: Arguments; isError?: true }
  }
  return {
    text: result.content[0]!.text,
    structured: result.structuredContent ?? {},
    isError: result.isError === true,
  }
}

/** Asks as `askTool` does, at a pace that no limit of requests ends. */
export function askCalmly(...call: Parameters<typeof askTool>): ReturnType<typeof askTool> {
  const [app] = call
  app.clock.advance({ ms: 200 })
  return askTool(...call)
}
