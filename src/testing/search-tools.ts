import { expect } from 'vitest'
import { postToolCall } from './mcp-post.ts'
import type { TestApp } from './start-test-app.ts'

export interface SearchResult {
  id: string
  title: string
  url: string
}

/** Searches, and returns what is found in the form that ChatGPT's connectors read. */
export async function searchFor(
  app: TestApp,
  key: string,
  query: string,
  server = 'publisher',
): Promise<SearchResult[]> {
  const { content, structuredContent } = await postToolCall(app, server, key, 'search', { query })
  expect(content).toHaveLength(1)
  expect(structuredContent).toBeUndefined()
  const document = JSON.parse(content[0]!.text) as { results: SearchResult[] }
  expect(Object.keys(document)).toEqual(['results'])
  return document.results
}

/** Fetches the document of an id. */
export async function fetchDocument(app: TestApp, key: string, id: string, server = 'publisher') {
  const { content, isError } = await postToolCall(app, server, key, 'fetch', { id })
  return { isError, text: content[0]!.text }
}
