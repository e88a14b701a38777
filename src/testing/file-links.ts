import { askTool, type Arguments } from './ask-tool.ts'
import type { TestApp } from './start-test-app.ts'

interface MadeLink {
  url: string
  text: string
  rows: number
  bytes: number
  expiresAt: string
  notes: string[]
}

/** Asks the tool export_data for a link. Throws what the tool refused it with. */
export async function askLink(
  app: TestApp,
  key: string,
  args: Arguments,
  server = 'data',
): Promise<MadeLink> {
  const { text, structured, isError } = await askTool(app, server, 'export_data', key, args)
  if (isError) throw new Error(text)
  // @NOTE the tool's own schema; another shape fails the expectation that reads it.
  return { text, notes: [], ...structured } as unknown as MadeLink
}

interface Asking {
  method?: string
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}

/** Opens a link as a browser does: without a credential. */
export const openLink = (url: string, { headers, ...asking }: Asking = {}): Promise<Response> =>
  fetch(url, { ...asking, headers: { accept: 'text/html,*/*;q=0.8', ...headers } })

/** The status and code of the refusal of a link. */
export async function refusedLink(url: string, asking?: Asking): Promise<string> {
  const response = await openLink(url, asking)
  const { error } = (await response.json()) as { error: { code: string } | null }
  return `${response.status} ${error?.code}`
}
