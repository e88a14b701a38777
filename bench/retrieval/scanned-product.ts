import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/v4'
import type { ServerProcess } from '../harness/server-process.ts'
import { makeInstallation, type Installation } from '../product/product.ts'

const SCAN_POLL_MS = 200

const Scan = z.object({ data: z.object({ id: z.string() }) })
const ScanState = z.object({ data: z.object({ state: z.string() }) })
const Answer = z.object({
  result: z.object({ content: z.tuple([z.object({ text: z.string() })]) }),
})
const Found = z.object({ results: z.array(z.object({ id: z.string(), url: z.string() })) })

/** An installation that scans sites on the loopback address. */
export async function scanningInstallation(directory: string): Promise<Installation> {
  const { env, ...place } = await makeInstallation(directory)
  return { ...place, env: { ...env, ALLOW_PRIVATE_NETWORKS: '127.0.0.1' } }
}

/** Scans a site to its end. */
export async function scanSite(server: ServerProcess, key: string, siteId: string): Promise<void> {
  const api = `http://127.0.0.1:${server.port}/api/v1/scan`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ siteId })
  const started = await fetch(api, { method: 'POST', headers, body })
  const { data } = Scan.parse(await started.json())
  for (;;) {
    const answer = await fetch(`${api}/${data.id}`, { headers })
    const { state } = ScanState.parse(await answer.json()).data
    if (state === 'succeeded') return
    if (state !== 'queued' && state !== 'running') throw new Error(`The scan ended as ${state}`)
    await sleep(SCAN_POLL_MS)
  }
}

/** Returns the addresses of the pages that a search over MCP finds, best first. */
export async function searchOver(
  server: ServerProcess,
  key: string,
  query: string,
): Promise<string[]> {
  const text = await callPublisher(server, key, { name: 'search', args: { query } })
  const { results } = Found.parse(JSON.parse(text))
  return results.map(({ url }) => url)
}

/** Calls a tool of a server's publisher, and returns its text. */
export async function callPublisher(
  server: ServerProcess,
  key: string,
  { name, args }: { name: string; args: Readonly<Record<string, unknown>> },
): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${server.port}/mcp/publisher`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    }),
  })
  const { result } = Answer.parse(await response.json())
  return result.content[0].text
}
