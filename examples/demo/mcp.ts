import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { ChartCell } from '../../src/lib/text/chart.ts'

export interface ToolAnswer {
  columns: string[]
  rows: ChartCell[][]
  /** The text that a model reads. */
  text: string
  /** The content that a program reads; undefined for a document. */
  content: unknown
}

export interface Assistant extends AsyncDisposable {
  readonly tools: readonly string[]
  /** Calls a tool. Throws with the tool's own words when it refuses. */
  ask(tool: string, args: Record<string, unknown>): Promise<ToolAnswer>
}

/** A real MCP client on one of the servers, with a scoped key. */
export async function connect(address: string, key: string): Promise<Assistant> {
  const client = new Client(
    { name: 'citable-demo', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  )
  const transport = new StreamableHTTPClientTransport(new URL(address), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  await client.connect(transport)
  const { tools } = await client.listTools()
  return {
    tools: tools.map(({ name }) => name),
    async ask(tool, args) {
      const result = await client.callTool({ name: tool, arguments: args })
      const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
      if (result.isError) throw new Error(`${tool}: ${text}`)
      // @NOTE the tables of these servers have this shape; documents have text alone.
      const table = (result.structuredContent ?? {}) as Partial<ToolAnswer>
      return {
        columns: table.columns ?? [],
        rows: table.rows ?? [],
        text,
        content: result.structuredContent,
      }
    },
    async [Symbol.asyncDispose]() {
      await client.close()
    },
  }
}
