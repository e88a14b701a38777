import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What a command that failed said: a mistake on its error output, a report on the other one. */
function failureOutput(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { stderr = '', stdout = '' } = error as { stderr?: unknown; stdout?: unknown } // @NOTE execFile adds both
  return String(stderr).trim() || String(stdout).trim()
}

/** The bundle that the demo runs from has the command line beside it. */
const CLI = join(import.meta.dirname, 'cli.js')

/** Runs `citable …  --json` on the demo's database and gives what it printed. Throws with its own words. */
export async function runCitable(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  try {
    const { stdout } = await run(process.execPath, [CLI, ...args, '--json'], {
      env: environment,
      signal,
    })
    // @NOTE with --json the command line prints one JSON object.
    return JSON.parse(stdout) as Record<string, unknown>
  } catch (error) {
    const details = failureOutput(error)
    throw new Error(`citable ${args.slice(0, 2).join(' ')}: ${details || String(error)}`, {
      cause: error,
    })
  }
}
