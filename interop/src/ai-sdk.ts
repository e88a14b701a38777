import { join } from 'node:path'
import { newerNode, versionOf } from './packages.ts'
import { outputOf } from './run-program.ts'
import { type Seen, type TriedClient } from './tried-client.ts'

const SCRIPT = join(import.meta.dirname, 'ask-ai-sdk.js')

/** The client that programs of the AI SDK have, which begins with the newer revision. */
export const aiSdk = (): TriedClient => ({
  name: 'AI SDK',
  version: versionOf('@ai-sdk/mcp'),
  showsRefusal: true,
  async attempt({ url, key, tool, args }) {
    const output = await outputOf(newerNode(), [SCRIPT, url, key ?? '', tool, JSON.stringify(args)])
    // @NOTE the script prints this shape.
    return JSON.parse(output) as Seen
  },
})
