import { commandName, PROGRAM, type Command, type CommandOption } from './command.ts'

/** Options of every command. */
const COMMON_OPTIONS: Readonly<Record<string, CommandOption>> = {
  json: { meaning: 'prints JSON alone, mistakes too' },
  help: { meaning: 'prints this' },
}

/** Writes the usage of a command in one line. */
export function formatUsage(command: Command): string {
  const options = Object.entries(command.options ?? {}).toSorted(
    ([, a], [, b]) => Number(b.isRequired ?? false) - Number(a.isRequired ?? false),
  )
  const parts = [
    ...(command.arguments ?? []).map(({ name, isOptional }) =>
      isOptional === true ? `[${name}]` : name,
    ),
    ...options.map(([name, option]) => {
      const text = withValue(name, option)
      if (option.isRepeated === true) return `[${text}]…`
      return option.isRequired === true ? text : `[${text}]`
    }),
    '[--json]',
  ]
  return `${PROGRAM} ${commandName(command)} ${parts.join(' ')}`
}

const withValue = (name: string, { value }: CommandOption): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`

/** Writes the summary of a command with all its arguments and options. */
export function formatHelp(command: Command): string {
  const options = Object.entries({ ...command.options, ...COMMON_OPTIONS })
  const rows: [string, string][] = [
    ...(command.arguments ?? []).map(({ name, meaning }): [string, string] => [name, meaning]),
    ...options.map(([name, option]): [string, string] => [withValue(name, option), option.meaning]),
  ]
  return [command.summary, '', `Usage: ${formatUsage(command)}`, '', ...formatColumns(rows)].join(
    '\n',
  )
}

/** Writes one line for each command, with its summary. */
export const formatCommandList = (commands: readonly Command[]): string =>
  formatColumns(commands.map((command) => [commandName(command), command.summary])).join('\n')

function formatColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`)
}
