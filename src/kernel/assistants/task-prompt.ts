import type { z } from 'zod'
import { ArgumentReader } from '../arguments/argument-reader.ts'
import type { ContentItem } from './content.ts'
import type { Operation } from '../door/operation.ts'
import { assertReads } from './resource.ts'

/** Writes the call of a tool with its arguments; the call names the site of the prompt. */
type WriteCall<U extends string> = (tool: U, args?: Readonly<Record<string, unknown>>) => string

/**
 * The schema of a prompt's subject: an object with a `domain` is a site, which all calls name; any other object is
 * not.
 */
type SubjectSchema = z.ZodType<object>

interface PromptDefinition<S extends SubjectSchema, U extends string> {
  name: string
  title: string
  description: string
  /**
   * The operation that reads the arguments of the prompt, and answers its subject in words that are ours or were
   * checked.
   */
  operation: Operation
  /** The operation's own output schema. */
  subject: S
  /** The tools that the text says to call. A caller who does not reach all of them is not shown the prompt. */
  uses: readonly [U, ...U[]]
  text: (subject: z.output<S>, call: WriteCall<U>) => string
}

/** A text that a user starts a task with. */
export interface TaskPrompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly operation: Operation
  readonly uses: readonly string[]
  /** Reads what clients send for the arguments, which are the fields of the operation's input. */
  readonly arguments: ArgumentReader
  /**
   * Writes the text from the answer of the operation, or the content that is shown in its place. Where the address
   * names the site, the calls in the text do not.
   */
  write(answer: unknown, options: { isBound: boolean }): string | readonly ContentItem[]
}

/** Declares a prompt. Throws TypeError for an operation that writes, or whose answer is not the subject. */
export function definePrompt<S extends SubjectSchema, const U extends string>(
  definition: PromptDefinition<S, U>,
): TaskPrompt {
  const { operation, subject, text, ...words } = definition
  assertReads(definition.name, operation, subject)
  return {
    ...words,
    operation,
    arguments: new ArgumentReader(operation.input),
    write(answer, { isBound }) {
      const about = subject.parse(answer)
      const site = !isBound && 'domain' in about ? { site: about.domain } : {}
      return text(about, (tool, args) => `${tool} ${JSON.stringify({ ...site, ...args })}`)
    },
  }
}
