import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newerNode, programOf, versionOf } from './packages.ts'
import { NO_BROWSER, outputOf } from './run-program.ts'
import { namesOf, type TriedClient } from './tried-client.ts'

const CLI = 'mcporter/dist/cli.js'

/** The time in milliseconds for which the program waits for a person; this run has none, and the default is a minute. */
const SIGN_IN_SOON = ['--oauth-timeout', '2000']

/** A caller and lister of tools, with a file of servers as assistants have it. */
export const mcporter = (): TriedClient => ({
  name: 'mcporter',
  version: versionOf('mcporter'),
  // When a key is refused, it asks a person to sign in.
  showsRefusal: false,
  async attempt({ url, key, tool, args }) {
    const folder = mkdtempSync(join(tmpdir(), 'citable-mcporter-'))
    const config = join(folder, 'mcporter.json')
    const headers = key === undefined ? {} : { Authorization: 'Bearer ${CITABLE_KEY}' }
    writeFileSync(config, JSON.stringify({ mcpServers: { tried: { baseUrl: url, headers } } }))
    const run = (...words: string[]): Promise<string> =>
      outputOf(newerNode(), [programOf(CLI), '--config', config, ...SIGN_IN_SOON, ...words], {
        ...(key !== undefined && { CITABLE_KEY: key }),
        // The data that it keeps about servers belongs to this attempt alone.
        HOME: folder,
        ...NO_BROWSER,
      })
    try {
      // A list says of a refusal only that there was one, so the call comes first.
      const given = Object.entries(args).map(([name, value]) => `${name}=${value}`)
      const text = await run('call', `tried.${tool}`, ...given, '--output', 'raw')
      // @NOTE it prints its own account of the server.
      const listed = JSON.parse(await run('list', 'tried', '--json', '--exit-code')) as {
        tools: { name: string }[]
      }
      const resources = await run('resource', 'tried')
      return {
        tools: namesOf(listed.tools),
        text,
        resources: [...resources.matchAll(/(?:citable|ui|ask-ai):\/\/[^\s',]+/g)].map(
          ([uri]) => uri,
        ),
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
})
