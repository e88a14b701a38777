import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

const TIMEOUT_MS = 60_000

/** The environment in which programs open a page with a program that does nothing. */
export const NO_BROWSER = { BROWSER: 'true' }

export interface Ended {
  code: number | null
  output: string
  /** The text that it wrote to its error output. */
  said: string
}

/** Runs a program to its end, with nothing to read; `watch` sees its error output as it is written. It is stopped after a minute. */
export async function runProgram(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  watch: (said: Readable) => void = () => {},
): Promise<Ended> {
  const child = spawn(command, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  })
  watch(child.stderr)
  const [output, said] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code: child.exitCode, output, said }
}

/** Runs it for what it writes. Throws with all that it showed where it says that it failed. */
export async function outputOf(...call: Parameters<typeof runProgram>): Promise<string> {
  const { code, output, said } = await runProgram(...call)
  if (code !== 0) throw new Error(`${output}${said}`.trim() || `ended with ${String(code)}`)
  return output
}
