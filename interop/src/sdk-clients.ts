import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as TransportOfV1 } from '@modelcontextprotocol/sdk/shared/transport.js'
import { versionOf } from './packages.ts'
import {
  keyHeaders,
  namesOf,
  urisOf,
  type Attempt,
  type Seen,
  type TriedClient,
} from './tried-client.ts'

const INFO = { name: 'citable-interop', version: '1' }

const requestInit = (key: string | undefined) => ({ headers: { ...keyHeaders(key) } })

type Asked = Pick<Attempt, 'tool' | 'args'>

/** Does all that is asked with the SDK's client of the 2025 revisions, over any way to a server. */
export async function attemptV1(transport: TransportOfV1, { tool, args }: Asked): Promise<Seen> {
  const client = new ClientV1(INFO)
  try {
    await client.connect(transport)
    const { tools } = await client.listTools()
    // It checks structured content against the schema that the tool lists.
    const answer = await client.callTool({ name: tool, arguments: args })
    const { resources } = await client.listResources()
    const { prompts } = await client.listPrompts()
    return {
      tools: namesOf(tools),
      text: JSON.stringify(answer.content),
      resources: urisOf(resources),
      prompts: namesOf(prompts),
    }
  } finally {
    await client.close()
  }
}

/** A function, as the others are: its version is known once the packages are installed. */
const sdkV1 = (): TriedClient => ({
  name: 'SDK v1',
  version: versionOf('@modelcontextprotocol/sdk'),
  showsRefusal: true,
  attempt: (asked) =>
    attemptV1(new TransportV1(new URL(asked.url), { requestInit: requestInit(asked.key) }), asked),
})

/** Does the same with its client of both revisions. */
export async function attemptV2(
  transport: Transport,
  mode: 'auto' | 'legacy',
  { tool, args }: Asked,
): Promise<Seen> {
  const client = new Client(INFO, { versionNegotiation: { mode } })
  try {
    await client.connect(transport)
    const { tools } = await client.listTools()
    const answer = await client.callTool({ name: tool, arguments: args })
    const { resources } = await client.listResources()
    const { prompts } = await client.listPrompts()
    return {
      tools: namesOf(tools),
      text: JSON.stringify(answer.content),
      resources: urisOf(resources),
      prompts: namesOf(prompts),
    }
  } finally {
    await client.close()
  }
}

const sdkV2 = (mode: 'auto' | 'legacy'): TriedClient => ({
  name: `SDK v2, ${mode}`,
  version: versionOf('@modelcontextprotocol/client'),
  // In the mode `auto` it first asks for the versions, and says in its own words that a key is needed.
  showsRefusal: mode === 'legacy',
  attempt: ({ url, key, ...asked }) =>
    attemptV2(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: requestInit(key) }),
      mode,
      asked,
    ),
})

export const sdkClients = (): TriedClient[] => [sdkV1(), sdkV2('auto'), sdkV2('legacy')]
