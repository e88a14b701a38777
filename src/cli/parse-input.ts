import { parseArgs } from 'node:util'
import { didYouMean } from '../lib/text/did-you-mean.ts'
import { CliError } from './cli-error.ts'
import type { Command, CommandInput } from './command.ts'
import { formatUsage } from './usage.ts'

/**
 * Parses arguments by the declaration of the command. Throws CliError, with the usage, for arguments that do not fit
 * it.
 */
export function parseInput(args: readonly string[], command: Command): CommandInput {
  try {
    return inputOf(args, command)
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    throw new CliError(`${error.message}\nUsage: ${formatUsage(command)}`, { cause: error })
  }
}

function inputOf(args: readonly string[], command: Command): CommandInput {
  const declared = command.options ?? {}
  const { tokens, positionals } = tokensOf(args, command)
  const options: Record<string, string> = {}
  const lists: Record<string, string[]> = {}
  const flags = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, value } = token
    if (value === undefined) flags.add(name)
    else if (value === '') throw new CliError(`--${name} needs ${meaningOf(command, name)}`)
    else if (declared[name]?.isRepeated === true) (lists[name] ??= []).push(value)
    else if (options[name] !== undefined) throw new CliError(`--${name} was given twice`)
    else options[name] = value
  }
  const missing = Object.keys(declared).find(
    (name) => declared[name]?.isRequired === true && options[name] === undefined,
  )
  if (missing !== undefined) {
    throw new CliError(`--${missing} needs ${meaningOf(command, missing)}`)
  }
  checkPositionals(positionals, command)
  return { options, lists, flags, positionals }
}

const meaningOf = ({ options }: Command, name: string): string =>
  options?.[name]?.meaning ?? 'a value'

function checkPositionals(given: readonly string[], { arguments: wanted = [] }: Command): void {
  const missing = wanted[given.length]
  if (missing && missing.isOptional !== true)
    throw new CliError(`${missing.name} is missing: ${missing.meaning}`)
  const surplus = given[wanted.length]
  if (surplus !== undefined) throw new CliError(`There is no place for ${surplus}`)
}

function tokensOf(args: readonly string[], { options = {} }: Command) {
  const declared = Object.entries({ ...options, json: {} }).map(([name, option]) => [
    name,
    { type: 'value' in option ? 'string' : 'boolean' },
  ])
  try {
    return parseArgs({
      args: [...args],
      options: Object.fromEntries(declared),
      allowPositionals: true,
      tokens: true,
    })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // Node's message continues with advice about positional arguments that look like options, which no command takes.
    const [what = ''] = error.message.split(/\.?(?: To |\n)/)
    const [, name] = /^Unknown option '--([^']+)'/.exec(what) ?? []
    const meant = name === undefined ? undefined : didYouMean(name, Object.keys(options))
    const hint = meant === undefined ? '' : `; did you mean --${meant}?`
    throw new CliError(`${what}${hint}`, { cause: error })
  }
}
