import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { newerNode, programOf, versionOf } from './packages.ts'
import { attemptV1 } from './sdk-clients.ts'
import { bearer, type TriedClient } from './tried-client.ts'

const OPTIONS = ['--transport', 'http-only', '--allow-http']
const HEADER = ['--header', 'Authorization:${AUTH_HEADER}']

/** The bridge that clients without HTTP start, such as Claude Desktop: the SDK's client speaks to it as those do. */
export const mcpRemote = (): TriedClient => ({
  name: 'mcp-remote',
  version: versionOf('mcp-remote'),
  showsRefusal: true,
  async attempt(asked) {
    const { key, url } = asked
    const transport = new StdioClientTransport({
      command: newerNode(),
      args: [programOf('mcp-remote/dist/proxy.js'), url, ...OPTIONS, ...(key ? HEADER : [])],
      env: key === undefined ? {} : { AUTH_HEADER: bearer(key) },
      stderr: 'pipe',
    })
    // @NOTE `pipe` makes it a stream that can be read.
    const said = text(transport.stderr as Readable)
    try {
      return await attemptV1(transport, asked)
    } catch (error) {
      throw new Error(await said, { cause: error })
    }
  },
})
