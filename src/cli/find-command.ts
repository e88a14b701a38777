import { didYouMean } from '../lib/text/did-you-mean.ts'
import { CliError } from './cli-error.ts'
import { nameOf, PROGRAM, type Command } from './command.ts'
import { COMMANDS } from './commands.ts'
import { listOf } from './usage.ts'

/** The command that the arguments begin with; undefined where they begin with none. */
export const findCommand = (args: readonly string[]): Command | undefined =>
  COMMANDS.find(({ words }) => words.every((word, i) => args[i] === word))

/** The commands whose first words these are; all of them for none. */
export const commandsUnder = (words: readonly string[]): readonly Command[] =>
  COMMANDS.filter((command) => words.every((word, i) => command.words[i] === word))

/** What is wrong with arguments that begin with no command: with the nearest one, and those that there are. */
export function noCommand(args: readonly string[]): CliError {
  const words = wordsOf(args)
  const near = commandsUnder(words.slice(0, 1))
  const parts = [
    ...complaint(words),
    `Usage: ${PROGRAM} COMMAND [OPTIONS]`,
    listOf(near.length === 0 ? COMMANDS : near),
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
  const meant = meantBy(words)
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`
  return [`There is no command ${words.join(' ')}${hint}`]
}

/** What follows the first word may be a mistake, or belong to a command of one word. */
function meantBy(words: readonly string[]): string | undefined {
  const [noun = ''] = words
  const nouns = COMMANDS.map((command) => command.words[0] ?? '')
  if (words.length === 1) return didYouMean(noun, nouns)
  return didYouMean(words.join(' '), COMMANDS.map(nameOf)) ?? didYouMean(noun, nouns)
}

/** As many words as a command may have, up to the first option. */
function wordsOf(args: readonly string[]): string[] {
  const end = args.findIndex((arg) => arg.startsWith('-'))
  const longest = Math.max(...COMMANDS.map(({ words }) => words.length))
  return args.slice(0, end < 0 ? longest : Math.min(end, longest))
}
