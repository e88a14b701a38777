import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs `citable …  --json` on the demo's database and gives what it printed. Throws with its own words. */
export async function runCli(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Record<string, unknown>> {
  try {
    const { stdout } = await run(process.execPath, ['dist/cli.js', ...args, '--json'], {
      env: environment,
    })
    // @NOTE with --json the command line prints one JSON object.
    return JSON.parse(stdout) as Record<string, unknown>
  } catch (error) {
    const details = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new Error(`citable ${args.slice(0, 2).join(' ')}: ${details || String(error)}`, {
      cause: error,
    })
  }
}
