import { didYouMean } from '../lib/text/did-you-mean.ts'
import { UnknownCommandError, type CliError } from './cli-error.ts'
import { commandName, PROGRAM, type Command } from './command.ts'
import { COMMANDS } from './commands.ts'
import { showableLine } from './showable-text.ts'
import { formatCommandList } from './usage.ts'

const MAX_SUGGESTED = 5

/** Returns the command that the arguments begin with; undefined where they begin with none. */
export const findCommand = (args: readonly string[]): Command | undefined =>
  COMMANDS.find(({ words }) => words.every((word, i) => args[i] === word))

/** Returns the commands that begin with these words; without words, all commands. */
export const commandsUnder = (words: readonly string[]): readonly Command[] =>
  COMMANDS.filter((command) => words.every((word, i) => command.words[i] === word))

/**
 * Makes the error for arguments that begin with no command; its message names the nearest command and those that exist.
 */
export function unknownCommandError(args: readonly string[]): CliError {
  const words = commandWords(args)
  const near = commandsUnder(words.slice(0, 1))
  const parts = [
    ...complaint(words),
    `Usage: ${PROGRAM} COMMAND [OPTIONS]`,
    formatCommandList(near.length === 0 ? COMMANDS : near),
    `${PROGRAM} help COMMAND tells more.`,
  ]
  return new UnknownCommandError(parts.join('\n\n'))
}

function complaint(words: readonly string[]): string[] {
  const [noun = ''] = words
  if (words.length === 0) return []
  if (words.length === 1 && commandsUnder(words).length > 0) {
    return [`${noun} is the beginning of several commands`]
  }
  const meant = suggestCommands(words)
  const hint = meant.length === 0 ? '' : `; did you mean ${orList(meant)}?`
  return [`There is no command ${showableLine(words.join(' '))}${hint}`]
}

const orList = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' or ')

/**
 * Returns the names of commands that may have been meant. The words after the first may be a mistake too, or be
 * arguments of a command of one word.
 */
function suggestCommands(words: readonly string[]): string[] {
  const [noun = ''] = words
  const whole =
    words.length > 1 ? didYouMean(words.join(' '), COMMANDS.map(commandName)) : undefined
  if (whole !== undefined) return [whole]
  const sharing = commandsOfWords(words)
  if (sharing.length > 0) return sharing.map(commandName).slice(0, MAX_SUGGESTED)
  const near = didYouMean(
    noun,
    COMMANDS.map((command) => command.words[0] ?? ''),
  )
  return near === undefined ? [] : [near]
}

/** Returns the commands that have most of the words, in any order; empty where no word is exactly one of a command. */
function commandsOfWords(words: readonly string[]): Command[] {
  const rated = COMMANDS.map((command) => ({
    command,
    rating: words.reduce((sum, word) => sum + ratingOf(word, command.words), 0),
  }))
  const best = Math.max(EXACT, ...rated.map(({ rating }) => rating))
  return rated.filter(({ rating }) => rating === best).map(({ command }) => command)
}

const EXACT = 2

function ratingOf(word: string, known: readonly string[]): number {
  if (known.includes(word)) return EXACT
  return didYouMean(word, known) === undefined ? 0 : 1
}

/** Returns the words before the first option, at most as many as the longest command has. */
function commandWords(args: readonly string[]): string[] {
  const end = args.findIndex((arg) => arg.startsWith('-'))
  const longest = Math.max(...COMMANDS.map(({ words }) => words.length))
  return args.slice(0, end < 0 ? longest : Math.min(end, longest))
}
