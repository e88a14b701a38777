import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { bundled } from './bundled.ts'
import { childEnvironment } from './child-environment.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Commands that start `citable …` and the server. */
export const CLI: readonly string[] = [process.execPath, bundled('cli')]
export const SERVER: readonly string[] = [process.execPath, bundled('main')]

export interface CliRun {
  code: number
  out: string
  err: string
}

/** Runs `citable …` as its operator does, in a process of its own, on the data of a folder. */
export async function runCli(
  directory: string,
  args: string[],
  input = '',
  environment: Readonly<Record<string, string>> = {},
): Promise<CliRun> {
  return runProcess(directory, [...CLI, ...args], { input, environment })
}

interface RunOptions {
  input?: string
  environment?: Readonly<Record<string, string>>
}

/** Runs any command to its end, with the settings of a service that has its data in the folder. */
export async function runProcess(
  directory: string,
  [command = '', ...args]: readonly string[],
  { input = '', environment = {} }: RunOptions = {},
): Promise<CliRun> {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      ...childEnvironment(),
      DATABASE_URL: `sqlite:${join(directory, 'citable.db')}`,
      ...environment,
    },
  })
  const exited = once(child, 'exit')
  child.stdin.end(input)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await exited) as [number]
  return { code, out, err }
}
