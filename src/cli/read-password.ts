import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { isPasswordLength, PASSWORD_CHARS } from '../domain/password.ts'
import { CliError } from './cli-error.ts'
import type { CommandInput } from './command.ts'

export interface Password {
  password: string
  /** True for a generated password, which has to be shown once. */
  isGenerated: boolean
}

/** Reads the password from standard input with `--password-stdin`; without that flag, generates one. */
export async function readPassword({ flags }: CommandInput): Promise<Password> {
  if (!flags.has('password-stdin')) {
    return { password: randomBytes(15).toString('base64url'), isGenerated: true }
  }
  const password = (await text(process.stdin)).trim()
  if (!isPasswordLength(password)) {
    const { min, max } = PASSWORD_CHARS
    throw new CliError(`The password needs ${min} to ${max} characters`)
  }
  return { password, isGenerated: false }
}
