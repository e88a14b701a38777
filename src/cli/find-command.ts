import { didYouMean } from '../lib/text/did-you-mean.ts'
import { CliError } from './cli-error.ts'
import { commandName, PROGRAM, type Command } from './command.ts'
import { COMMANDS } from './commands.ts'
import { formatCommandList } from './usage.ts'

/** The command that the arguments begin with, if any. */
export const findCommand = (args: readonly string[]): Command | undefined =>
  COMMANDS.find(({ words }) => words.every((word, i) => args[i] === word))

/** The commands that begin with these words; all of them for none. */
export const commandsUnder = (words: readonly string[]): readonly Command[] =>
  COMMANDS.filter((command) => words.every((word, i) => command.words[i] === word))

/** The error for arguments that begin with no command: it names the nearest one and those that exist. */
export function unknownCommandError(args: readonly string[]): CliError {
  const words = commandWords(args)
  const near = commandsUnder(words.slice(0, 1))
  const parts = [
    ...complaint(words),
    `Usage: ${PROGRAM} COMMAND [OPTIONS]`,
    formatCommandList(near.length === 0 ? COMMANDS : near),
    `${PROGRAM} help COMMAND tells more.`,
  ]
  return new CliError(parts.join('\n\n'))
}

function complaint(words: readonly string[]): string[] {
  const [noun = ''] = words
  if (words.length === 0) return []
  if (words.length === 1 && commandsUnder(words).length > 0) {
    return [`${noun} is the beginning of several commands`]
  }
  const meant = suggestCommands(words)
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`
  return [`There is no command ${words.join(' ')}${hint}`]
}

/** Words behind the first may be a mistake, or arguments of a command of one word. */
function suggestCommands(words: readonly string[]): string | undefined {
  const [noun = ''] = words
  const nouns = COMMANDS.map((command) => command.words[0] ?? '')
  if (words.length === 1) return didYouMean(noun, nouns)
  return didYouMean(words.join(' '), COMMANDS.map(commandName)) ?? didYouMean(noun, nouns)
}

/** Up to as many words as a command may have, before the first option. */
function commandWords(args: readonly string[]): string[] {
  const end = args.findIndex((arg) => arg.startsWith('-'))
  const longest = Math.max(...COMMANDS.map(({ words }) => words.length))
  return args.slice(0, end < 0 ? longest : Math.min(end, longest))
}
