/** The command line as called from the project's folder. */
export const PROGRAM = 'npx citable'

interface CommandArgument {
  /** The name in the usage line, such as SITE. */
  name: string
  meaning: string
  /** True for an argument that may be left out; only the last ones of a command may. */
  isOptional?: boolean
}

export interface CommandOption {
  /** The placeholder of the value in the usage line; an option without one is a flag. */
  value?: string
  /** The meaning of the option, as a phrase that also completes “--name needs …”. */
  meaning: string
  isRequired?: boolean
  /** True for an option that may be given several times; its values are in `lists`. */
  isRepeated?: boolean
}

/** The input of a command, checked against its declaration. */
export interface CommandInput {
  options: Readonly<Record<string, string | undefined>>
  /** The values of options that may be repeated, by the option's name, in the order in which they were given. */
  lists: Readonly<Record<string, readonly string[]>>
  flags: ReadonlySet<string>
  positionals: readonly string[]
}

export interface CommandResult {
  /** The output for `--json`. */
  data: unknown
  text: string
  failed?: boolean
}

/** The code of a command. Where it returns undefined, it has written to standard output by itself. */
export type RunCommand = (input: CommandInput) => Promise<CommandResult | undefined>

/** One command, as the parser, the help and the reference see it. */
export interface Command {
  words: readonly string[]
  /** A summary in one line. */
  summary: string
  /** The positional arguments; each is required unless `isOptional` is true. */
  arguments?: readonly CommandArgument[]
  options?: Readonly<Record<string, CommandOption>>
  /** Loads the code of the command, so that help and messages about mistakes need not wait for that code. */
  load(): Promise<RunCommand>
}

export const commandName = ({ words }: Command): string => words.join(' ')
