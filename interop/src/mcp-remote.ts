import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { newerNode, programOf, versionOf } from './packages.ts'
import { NO_BROWSER } from './run-program.ts'
import { attemptV1 } from './sdk-clients.ts'
import { bearer, type Attempt, type Seen, type TriedClient } from './tried-client.ts'

const OPTIONS = ['--transport', 'http-only', '--allow-http']
const HEADER = ['--header', 'Authorization:${AUTH_HEADER}']

/**
 * The bridge that clients without HTTP start, such as Claude Desktop: the SDK's client speaks to it as those clients
 * do.
 */
export const mcpRemote = (): TriedClient => ({
  name: 'mcp-remote',
  version: versionOf('mcp-remote'),
  // When a key is refused, it asks a person to sign in.
  showsRefusal: false,
  async attempt({ key, url, ...asked }) {
    const HOME = mkdtempSync(join(tmpdir(), 'citable-mcp-remote-'))
    try {
      return await attemptByMcpRemote(asked, {
        words: key === undefined ? [url] : [url, ...HEADER],
        watch: endAtPage,
        environment: {
          HOME,
          ...NO_BROWSER,
          ...(key !== undefined && { AUTH_HEADER: bearer(key) }),
        },
      })
    } finally {
      rmSync(HOME, { recursive: true, force: true })
    }
  },
})

interface Bridge {
  /** The address, and further options. */
  words: readonly string[]
  environment: Readonly<Record<string, string>>
  /** Sees what it says, and may end it. */
  watch?: (said: Readable, end: () => Promise<void>) => void
}

/** The program waits for a person who signs in; this run has none, so the wait is short. */
function endAtPage(said: Readable, end: () => Promise<void>): void {
  said.on('data', (piece: Buffer) => {
    if (piece.includes('/authorize?')) void end()
  })
}

/** Does all that is asked through the bridge. Throws with what it said. */
export async function attemptByMcpRemote(
  asked: Pick<Attempt, 'tool' | 'args'>,
  { words: [url = '', ...more], environment, watch }: Bridge,
): Promise<Seen> {
  const transport = new StdioClientTransport({
    command: newerNode(),
    args: [programOf('mcp-remote/dist/proxy.js'), url, ...OPTIONS, ...more],
    env: { ...environment },
    stderr: 'pipe',
  })
  // @NOTE `pipe` makes it a stream that can be read.
  const stderr = transport.stderr as Readable
  watch?.(stderr, () => transport.close())
  const said = text(stderr)
  try {
    return await attemptV1(transport, asked)
  } catch (error) {
    throw new Error(await said, { cause: error })
  }
}
