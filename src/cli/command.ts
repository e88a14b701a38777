/** The command line as called from the project's folder. */
export const PROGRAM = 'npx citable'

interface CommandArgument {
  /** The name in the usage line, such as SITE. */
  name: string
  meaning: string
  /** Only the last ones may be left out. */
  isOptional?: boolean
}

export interface CommandOption {
  /** Placeholder of the value in the usage line; a flag has none. */
  value?: string
  /** A phrase that also completes “--name needs …”. */
  meaning: string
  isRequired?: boolean
  /** May be given several times; its values are in `lists`. */
  isRepeated?: boolean
}

/** The input of a command, checked against its declaration. */
export interface CommandInput {
  options: Readonly<Record<string, string | undefined>>
  /** The values of options that may be repeated, in their order. */
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

/** Without a result, the command has had standard output to itself. */
export type RunCommand = (input: CommandInput) => Promise<CommandResult | undefined>

/** One command, as the parser, the help and the reference see it. */
export interface Command {
  words: readonly string[]
  /** A summary in one line. */
  summary: string
  /** Positional arguments, which are required unless they say otherwise. */
  arguments?: readonly CommandArgument[]
  options?: Readonly<Record<string, CommandOption>>
  /** Loads the code of the command, so that help and mistakes need not wait for it. */
  load(): Promise<RunCommand>
}

export const commandName = ({ words }: Command): string => words.join(' ')
