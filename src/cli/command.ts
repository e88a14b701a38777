/** How the command line is called from the project's folder. */
export const PROGRAM = 'npx citable'

interface Argument {
  /** As usage shows it, such as SITE_ID. */
  name: string
  meaning: string
}

export interface Option {
  /** What usage shows for its value; a flag has none. */
  value?: string
  /** A phrase that also completes “--name needs …”. */
  meaning: string
  isRequired?: boolean
}

/** What was given to a command, checked against its declaration. */
export interface Input {
  options: Readonly<Record<string, string | undefined>>
  flags: ReadonlySet<string>
  positionals: readonly string[]
}

export interface Result {
  /** For `--json`. */
  data: unknown
  text: string
  failed?: boolean
}

export type Run = (input: Input) => Promise<Result>

/** One command, as parsing, help and the reference know it. */
export interface Command {
  words: readonly string[]
  /** One line. */
  summary: string
  /** All of them are needed. */
  arguments?: readonly Argument[]
  options?: Readonly<Record<string, Option>>
  /** Loads what the command runs on, which help and mistakes need not wait for. */
  load(): Promise<Run>
}

export const nameOf = ({ words }: Command): string => words.join(' ')
