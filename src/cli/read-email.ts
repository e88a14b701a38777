import * as z from 'zod'
import { CliError } from './cli-error.ts'
import type { Input } from './command.ts'

/** The address of `--email`, as accounts have it. */
export function readEmail({ options }: Input): string {
  const given = (options['email'] ?? '').trim().toLowerCase()
  const parsed = z.email().max(254).safeParse(given)
  if (!parsed.success) throw new CliError('--email needs an address such as you@example.com')
  return parsed.data
}
