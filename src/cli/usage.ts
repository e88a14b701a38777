import { nameOf, PROGRAM, type Command, type Option } from './command.ts'

/** What every command takes. */
const COMMON: Readonly<Record<string, Option>> = {
  json: { meaning: 'prints JSON alone, mistakes too' },
  help: { meaning: 'prints this' },
}

/** The whole of a command in one line. */
export function usageOf(command: Command): string {
  const options = Object.entries(command.options ?? {}).toSorted(
    ([, a], [, b]) => Number(b.isRequired ?? false) - Number(a.isRequired ?? false),
  )
  const parts = [
    ...(command.arguments ?? []).map(({ name }) => name),
    ...options.map(([name, option]) => {
      const text = withValue(name, option)
      return option.isRequired === true ? text : `[${text}]`
    }),
    '[--json]',
  ]
  return `${PROGRAM} ${nameOf(command)} ${parts.join(' ')}`
}

const withValue = (name: string, { value }: Option): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`

/** What a command does, and everything that it takes. */
export function helpOf(command: Command): string {
  const options = Object.entries({ ...command.options, ...COMMON })
  const rows: [string, string][] = [
    ...(command.arguments ?? []).map(({ name, meaning }): [string, string] => [name, meaning]),
    ...options.map(([name, option]): [string, string] => [withValue(name, option), option.meaning]),
  ]
  return [command.summary, '', `Usage: ${usageOf(command)}`, '', ...inColumns(rows)].join('\n')
}

/** A line for each command. */
export const listOf = (commands: readonly Command[]): string =>
  inColumns(commands.map((command) => [nameOf(command), command.summary])).join('\n')

function inColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`)
}
