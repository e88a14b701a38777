import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a script of the repository with `node`; returns what it wrote to standard output. */
export async function runScript(
  args: readonly string[],
  options: { env?: Record<string, string>; input?: string } = {},
): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: REPOSITORY,
    env: options.env ?? process.env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  child.stdin.end(options.input ?? '')
  const [output, [code]] = await Promise.all([text(child.stdout), exit])
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${String(code)}`)
  return output
}

/** Builds `dist/` when the sources are newer. */
export async function buildProduct(): Promise<void> {
  await runScript(['src/dev/build-if-stale.js'])
}
