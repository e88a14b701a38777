import {
  StorageDamagedError,
  StorageUnavailableError,
  UnusableDatabaseError,
} from '../../db/errors.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import { OperatorError } from '../kernel/door/operator-error.ts'
import { beforeDoubleDash, helpOrVersion } from './help-or-version.ts'
import type { CommandResult } from './command.ts'
import { UnknownCommandError } from './cli-error.ts'
import { findCommand, unknownCommandError } from './find-command.ts'
import { parseInput } from './parse-input.ts'

/**
 * Runs the command that `citable <noun> <verb>` names: these are the operator's commands, which may run at the same
 * time as a server on the same database.
 */
async function run(args: readonly string[]): Promise<CommandResult | undefined> {
  const said = helpOrVersion(args)
  if (said) return said
  const command = findCommand(args)
  if (!command) throw unknownCommandError(args)
  const input = parseInput(args.slice(command.words.length), command)
  const work = await command.load()
  return work(input)
}

/**
 * Runs the command that this process was started with. Its result goes to standard output, a failure to standard error.
 * Never rejects.
 */
async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const isJson = beforeDoubleDash(args).includes('--json')
  try {
    const result = await run(args)
    if (result) process.stdout.write(`${isJson ? JSON.stringify(result.data) : result.text}\n`)
    if (result?.failed) process.exitCode = 1
  } catch (error) {
    const { message, stack } = describeFailure(error)
    process.stderr.write(`${stack ?? message}\n`)
    // With --json, standard output is always JSON for programs; the line above is for people.
    if (isJson) process.stdout.write(`${JSON.stringify({ error: { message } })}\n`)
    process.exitCode = error instanceof UnknownCommandError ? 2 : 1
  }
}

interface Failure {
  message: string
  /** The stack trace of a bug; absent for a message that is for the operator, which a trace would hide. */
  stack?: string | undefined
}

/** Describes an error for the person at the command line. */
function describeFailure(error: unknown): Failure {
  if (error instanceof ServiceError) return { message: withFields(error) }
  if (error instanceof OperatorError || error instanceof UnusableDatabaseError) {
    return { message: error.message }
  }
  if (error instanceof StorageDamagedError) {
    return { message: `${error.message}; citable doctor says which table it is` }
  }
  if (error instanceof StorageUnavailableError) {
    return { message: `${error.message}; another process may write, or the disk may be full` }
  }
  return error instanceof Error ? error : { message: String(error) }
}

/** Adds the messages of fields to that of the error, except a message that repeats the error's. */
function withFields({ message, details: { fields = [] } }: ServiceError): string {
  const others = fields.filter((field) => field.message !== message)
  return [message, ...others.map((field) => `${field.path}: ${field.message}`)].join('\n')
}

// Commands import what the bundle has joined into this file, so it must have been evaluated before they are loaded.
void main()
