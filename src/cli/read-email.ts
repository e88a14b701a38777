import * as z from 'zod'
import { CliError } from './cli-error.ts'
import type { CommandInput } from './command.ts'

/** Reads the address of `--email`, and returns it in the form in which accounts have it. */
export function readEmail({ options }: CommandInput): string {
  const given = (options['email'] ?? '').trim().toLowerCase()
  const parsed = z.email().max(254).safeParse(given)
  if (!parsed.success) throw new CliError('--email needs an address such as you@example.com')
  return parsed.data
}
