import { mkdir, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { askLikeAnAssistant } from './demo/ask.ts'
import { clientConfiguration } from './demo/client-configuration.ts'
import { prepareData } from './demo/prepare-data.ts'
import { startServer } from './demo/server-process.ts'

const DIRECTORY = 'data/demo'

/**
 * The main job as one command: a server on a database of its own, two months of a site's events, a scoped key,
 * and an assistant's questions answered over MCP. Stays up until Ctrl-C; `--once` ends it.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      once: { type: 'boolean' },
      port: { type: 'string', default: '8700' },
      directory: { type: 'string', default: DIRECTORY },
    },
  })
  const directory = values.directory
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true })
  const environment = {
    ...process.env,
    DATABASE_URL: `sqlite:${directory}/citable.db`,
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
  }
  await using server = await startServer(environment, Number(values.port))
  const { key, siteId } = await prepareData(server.url, environment, directory)
  await askLikeAnAssistant(server.url, key, siteId)
  process.stdout.write(`${clientConfiguration(server.url, key)}\n`)
  if (values.once) return
  process.stdout.write('\nThe server stays up; Ctrl-C ends it.\n')
  await server.untilStopped()
}

try {
  await main()
} catch (error) {
  process.stderr.write(
    `\nThe demo failed: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exitCode = 1
}
