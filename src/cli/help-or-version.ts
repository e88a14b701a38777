import { VERSION } from '../kernel/door/version.ts'
import { commandName, PROGRAM, type Command, type CommandResult } from './command.ts'
import { COMMANDS } from './commands.ts'
import { commandsUnder, findCommand, unknownCommandError } from './find-command.ts'
import { formatHelp, formatCommandList, formatUsage } from './usage.ts'

const ASK_HELP = new Set(['--help', '-h'])
const ASK_VERSION = new Set(['--version', '-v'])

/** Returns the result of `help` and `version`, as commands or as options; undefined when another command is to run. */
export function helpOrVersion(args: readonly string[]): CommandResult | undefined {
  const [first, ...rest] = args
  const own = beforeDoubleDash(args)
  if (own.some((arg) => ASK_HELP.has(arg))) return help(first === 'help' ? rest : args)
  if (first === 'help') return help(rest)
  if (first === 'version' || own.some((arg) => ASK_VERSION.has(arg))) {
    return { data: { version: VERSION }, text: VERSION }
  }
  return undefined
}

/**
 * Returns the help for one command, for the commands that begin with these words, or for all. Throws CliError when no
 * command begins so.
 */
function help(args: readonly string[]): CommandResult {
  const command = findCommand(args)
  if (command) return { data: described(command), text: formatHelp(command) }
  const end = args.findIndex((arg) => arg.startsWith('-'))
  const words = end < 0 ? args : args.slice(0, end)
  const commands = commandsUnder(words)
  if (commands.length === 0) throw unknownCommandError(words)
  const text = words.length === 0 ? overview() : formatCommandList(commands)
  return { data: { commands: commands.map(described) }, text }
}

const described = (command: Command) => ({
  command: commandName(command),
  summary: command.summary,
  usage: formatUsage(command),
})

const overview = (): string =>
  [
    `Usage: ${PROGRAM} COMMAND [OPTIONS]`,
    '',
    formatCommandList(COMMANDS),
    '',
    `${PROGRAM} help COMMAND, or --help behind a command, tells its options; --version tells the version.`,
    'With --json a command prints JSON alone on standard output, {"error":{"message":…}} where it fails.',
    'Settings come from the environment and from .env; docs/reference.md has them.',
  ].join('\n')

/** Returns the arguments before `--`, which alone may be options. */
export function beforeDoubleDash(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--')
  return end < 0 ? args : args.slice(0, end)
}
