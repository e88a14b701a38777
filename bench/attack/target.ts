import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Sqlite } from '../../db/sqlite/binding.ts'
import type { ServerProcess } from '../harness/server-process.ts'
import type { Installation } from '../product/product.ts'

/** Milliseconds after which a server that has not answered counts as hanging. */
const ANSWER_TIMEOUT_MS = 60_000

/** Agents of programs are bots, whose events are dropped. */
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

interface Credentials {
  orgId: string
  /** The attacker's key. */
  key: string
  /** Key of the same organization with every scope, to set things up. */
  everything: string
  /** Key of another organization. */
  bystander: string
  siteId: string
}

export interface AttackAnswer {
  status: number
  headers: Headers
  text: string
}

/** A server under attack. */
export class Target {
  readonly server: ServerProcess
  readonly installation: Installation
  readonly orgId: string
  readonly key: string
  readonly everything: string
  readonly bystander: string
  readonly siteId: string

  constructor(server: ServerProcess, installation: Installation, credentials: Credentials) {
    this.server = server
    this.installation = installation
    this.orgId = credentials.orgId
    this.key = credentials.key
    this.everything = credentials.everything
    this.bystander = credentials.bystander
    this.siteId = credentials.siteId
  }

  get port(): number {
    return this.server.port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Throws when there is no answer in a minute. */
  async send(path: string, request: RequestInit = {}): Promise<AttackAnswer> {
    const response = await fetch(`${this.url}${path}`, {
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      ...request,
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  get(path: string, key: string = this.key): Promise<AttackAnswer> {
    return this.send(path, { headers: { authorization: `Bearer ${key}` } })
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<AttackAnswer> {
    return this.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }

  /** Calls a tool of an MCP server with the attacker's key. */
  call(
    server: 'publisher' | 'data',
    name: string,
    args: Record<string, unknown>,
  ): Promise<AttackAnswer> {
    return this.post(
      `/mcp/${server}`,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      {
        authorization: `Bearer ${this.key}`,
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
    )
  }

  /** Sends an anonymous visitor's events from an address; the server believes one proxy. */
  collect(
    events: readonly Record<string, unknown>[],
    address = '203.0.113.7',
  ): Promise<AttackAnswer> {
    const body = { siteId: this.siteId, events }
    const headers = { 'x-forwarded-for': address, 'user-agent': BROWSER }
    return this.post('/api/v1/collect', body, headers)
  }

  /** Counts rows in the server's file; `from` is a table, with a condition if wanted. */
  async rows(from: string): Promise<number> {
    const file = new Sqlite(join(this.installation.directory, 'bench.db'), { readonly: true })
    try {
      return Number(file.prepare<[], number>(`SELECT COUNT(*) FROM ${from}`).pluck().get())
    } finally {
      file.close()
    }
  }

  /** Asks again until `ask` is true, at most `withinMs`; returns whether it became true. */
  async until(ask: () => Promise<boolean>, withinMs = ANSWER_TIMEOUT_MS): Promise<boolean> {
    const deadline = performance.now() + withinMs
    while (performance.now() < deadline) {
      if (await ask()) return true
      await sleep(100)
    }
    return false
  }
}
