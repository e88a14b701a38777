import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { CliError } from './cli-error.ts'
import type { Input } from './command.ts'

const MIN_PASSWORD = 10

export interface Password {
  password: string
  /** One that was made up has to be shown, once. */
  isMadeUp: boolean
}

/** With `--password-stdin` the password that comes in, otherwise one that nobody knows yet. */
export async function readPassword({ flags }: Input): Promise<Password> {
  if (!flags.has('password-stdin')) {
    return { password: randomBytes(15).toString('base64url'), isMadeUp: true }
  }
  const password = (await text(process.stdin)).trim()
  if (password.length < MIN_PASSWORD) {
    throw new CliError(`The password needs at least ${MIN_PASSWORD} characters`)
  }
  return { password, isMadeUp: false }
}
