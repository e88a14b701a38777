import { join } from 'node:path'
import { bundled } from './bundled.ts'
import { childEnvironment } from './child-environment.ts'
import type { TestApp } from './start-test-app.ts'

interface StdioCommand {
  command: string
  args: string[]
  env: Record<string, string>
  stderr: 'inherit'
}

/** `citable mcp` as a client starts it: on the data of the service, or as a bridge to it. */
export function stdioCommand(
  app: Pick<TestApp, 'directory' | 'url'>,
  server: string,
  way: 'data' | 'bridge',
  key: string,
): StdioCommand {
  const url = way === 'bridge' ? ['--url', app.url] : []
  const inherited = Object.entries(childEnvironment()).map(([name, value]) => [name, value ?? ''])
  return {
    command: process.execPath,
    args: [bundled('cli'), 'mcp', '--server', server, ...url],
    env: {
      ...(Object.fromEntries(inherited) as Record<string, string>),
      DATABASE_URL: `sqlite:${join(app.directory, 'citable.db')}`,
      CITABLE_KEY: key,
    },
    stderr: 'inherit',
  }
}
