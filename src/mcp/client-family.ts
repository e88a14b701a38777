import type { ClientFamily } from '../kernel/door/assistant-call.ts'

/** Marks of each family in the header `User-Agent`; the first that is found counts. */
const MARKS: readonly (readonly [ClientFamily, RegExp])[] = [
  ['codex', /codex/i],
  ['claude', /claude|anthropic/i],
  ['chatgpt', /chatgpt|openai/i],
  ['cursor', /cursor/i],
  ['vscode', /vscode|visual ?studio ?code|copilot/i],
  ['sdk', /modelcontextprotocol|mcp|ai-sdk|^(?:node|undici|bun|deno|python|go-http|java|axios)/i],
]

/** A header is read so far; what stands behind it is no name of a client. */
const MAX_CHARS = 200

/** Tells the family of a client from its header, which may say anything: nothing is allowed or refused by it. */
export function clientFamily(userAgent: string | undefined): ClientFamily {
  const text = userAgent?.slice(0, MAX_CHARS) ?? ''
  return MARKS.find(([, mark]) => mark.test(text))?.[0] ?? 'other'
}
