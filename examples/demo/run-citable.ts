import { execFile, type ExecFileException } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Returns the output of a failed command: the error output has mistakes, the standard output reports. */
function failureOutput(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { stderr = '', stdout = '', code, signal } = error as ExecFileException // @NOTE execFile's own
  return (
    stderr.trim() ||
    stdout.trim() ||
    `it said nothing and ended with ${signal ?? code ?? error.message}`
  )
}

/** The command line, which lies next to the bundle that the demo runs from. */
const CLI = join(import.meta.dirname, 'cli.js')

/** Runs `citable …  --json` on the demo's database and returns what it printed. Throws with the command's own words. */
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
    throw new Error(`citable ${args.slice(0, 2).join(' ')}: ${failureOutput(error)}`, {
      cause: error,
    })
  }
}
