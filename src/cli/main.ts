import { about } from './about.ts'
import type { Result } from './command.ts'
import { failureOf } from './failure.ts'
import { findCommand, noCommand } from './find-command.ts'
import { ownArguments } from './own-arguments.ts'
import { parseInput } from './parse-input.ts'

/** `citable <noun> <verb>`: what the operator of a server does beside it, on the same database. */
async function run(args: readonly string[]): Promise<Result> {
  const said = about(args)
  if (said) return said
  const command = findCommand(args)
  if (!command) throw noCommand(args)
  const input = parseInput(args.slice(command.words.length), command)
  const work = await command.load()
  return work(input)
}

const args = process.argv.slice(2)
const isJson = ownArguments(args).includes('--json')
try {
  const { data, text, failed = false } = await run(args)
  process.stdout.write(`${isJson ? JSON.stringify(data) : text}\n`)
  if (failed) process.exitCode = 1
} catch (error) {
  const { message, stack } = failureOf(error)
  process.stderr.write(`${stack ?? message}\n`)
  // Standard output is JSON in any case, for who reads it; the line above is for who looks on.
  if (isJson) process.stdout.write(`${JSON.stringify({ error: { message } })}\n`)
  process.exitCode = 1
}
