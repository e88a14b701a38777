import type { Arguments } from './ask-tool.ts'
import { mcpRequest, postMcp, type McpEra } from './mcp-post.ts'
import type { TestApp } from './start-test-app.ts'

/** Calls a tool of the protocol server without a key, and reads its answer out of the fence. */
export async function callProtocol(
  app: Pick<TestApp, 'url' | 'clock'>,
  name: string,
  args: Arguments,
  era: McpEra = 'legacy',
) {
  // The limit of an address is not what is tried.
  app.clock.advance({ seconds: 1 })
  const request = mcpRequest(era, { method: 'tools/call', params: { name, arguments: args } })
  const { status, body, text: raw } = await postMcp(app, 'protocol', request)
  const { result } = body ?? {}
  if (!result) throw new Error(`${name}: ${status} ${raw}`)
  const text = result.content[0]?.text ?? ''
  return { text, isError: result.isError === true, structured: result.structuredContent ?? {}, raw }
}

/** The answer of a tool, or its refusal in place of one. */
export async function protocolAnswer(
  app: Pick<TestApp, 'url' | 'clock'>,
  name: string,
  args: Arguments,
) {
  const { isError, text, structured } = await callProtocol(app, name, args)
  return isError ? { refused: text } : structured
}

/** A Cited Ask, a page and a manifest that has the one for the other, as their tools take them. */
export const SAMPLE_ASK = {
  id: 'summary',
  intent: 'summarize',
  template: 'Summarize “{title}”.',
}
export const SAMPLE_PAGE = {
  url: 'https://example.com/tea',
  title: 'Tea at noon',
  site: 'Example',
}
export const SAMPLE_MANIFEST = {
  askAi: '1.0',
  site: { name: 'Example', url: 'https://example.com/' },
  prompts: [SAMPLE_ASK],
}
