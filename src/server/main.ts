import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DEFAULT_DATABASE_URL, databaseFileOf, readEnvironment } from './environment.ts'
import { copyProgram, type ProgramCopy } from './program-copy.ts'
import type { runServer as RunServer } from './run-server.ts'

/**
 * Starts the server. The bundle runs from a copy of its own, so that an upgrade may replace the installation. Where a
 * copy cannot be made, and from sources, it runs from its own place.
 */
async function main(): Promise<void> {
  const isBundled = !import.meta.filename.endsWith('.ts')
  const copy = isBundled ? tryToCopy() : undefined
  if (copy === undefined || copy instanceof Error) {
    const { runServer } = await import('./run-server.ts')
    await runServer({ notCopied: copy })
    return
  }
  // Threads and late imports read the copy for as long as the process lives, also while the server stops.
  process.once('exit', () => copy.remove())
  // @NOTE the copy of the module that is imported above.
  const { runServer } = (await import(pathToFileURL(join(copy.bundle, 'server.js')).href)) as {
    runServer: typeof RunServer
  }
  await runServer({ program: copy })
}

/**
 * Copies the program, or returns the error; errors in settings are reported by the server, which reads all settings.
 */
function tryToCopy(): ProgramCopy | Error {
  try {
    const { DATABASE_URL } = readEnvironment()
    return copyProgram(import.meta.dirname, databaseFileOf(DATABASE_URL || DEFAULT_DATABASE_URL))
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

await main()
