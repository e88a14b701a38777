import { VERSION } from '../kernel/version.ts'
import { nameOf, PROGRAM, type Command, type Result } from './command.ts'
import { COMMANDS } from './commands.ts'
import { commandsUnder, findCommand, noCommand } from './find-command.ts'
import { ownArguments } from './own-arguments.ts'
import { helpOf, listOf, usageOf } from './usage.ts'

const ASK_HELP = new Set(['--help', '-h'])
const ASK_VERSION = new Set(['--version', '-v'])

/** What the command line says of itself, where it is asked for that; undefined where a command is to run. */
export function about(args: readonly string[]): Result | undefined {
  const [first, ...rest] = args
  const own = ownArguments(args)
  if (own.some((arg) => ASK_HELP.has(arg))) return help(first === 'help' ? rest : args)
  if (first === 'help') return help(rest)
  if (first === 'version' || own.some((arg) => ASK_VERSION.has(arg))) {
    return { data: { version: VERSION }, text: VERSION }
  }
  return undefined
}

/** Of one command, of those that begin alike, or of all. Throws CliError where there is no such command. */
function help(args: readonly string[]): Result {
  const command = findCommand(args)
  if (command) return { data: described(command), text: helpOf(command) }
  const end = args.findIndex((arg) => arg.startsWith('-'))
  const words = end < 0 ? args : args.slice(0, end)
  const commands = commandsUnder(words)
  if (commands.length === 0) throw noCommand(words)
  const text = words.length === 0 ? overview() : listOf(commands)
  return { data: { commands: commands.map(described) }, text }
}

const described = (command: Command) => ({
  command: nameOf(command),
  summary: command.summary,
  usage: usageOf(command),
})

const overview = (): string =>
  [
    `Usage: ${PROGRAM} COMMAND [OPTIONS]`,
    '',
    listOf(COMMANDS),
    '',
    `${PROGRAM} help COMMAND, or --help behind a command, tells its options; --version tells the version.`,
    'With --json a command prints JSON alone on standard output, {"error":{"message":…}} where it fails.',
    'Settings come from the environment and from .env; docs/reference.md has them.',
  ].join('\n')
