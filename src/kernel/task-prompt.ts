import type { z } from 'zod'
import { ArgumentReader } from './arguments/argument-reader.ts'
import { inputSchema } from './arguments/json-schema.ts'
import type { ContentItem } from './content.ts'
import type { Operation } from './operation.ts'
import { assertReads } from './resource.ts'

interface PromptDefinition<S extends z.ZodType> {
  name: string
  title: string
  description: string
  /** Reads the arguments, and answers what the text is about in words of our own or checked ones. */
  operation: Operation
  /** The operation's own output schema. */
  subject: S
  /** Names the tools that the text tells to call: who does not reach them all is not shown the prompt. */
  uses: readonly [string, ...string[]]
  text: (subject: z.output<S>) => string | readonly ContentItem[]
}

interface PromptArgument {
  name: string
  description: string
  required: boolean
}

/** A text that a user starts a task with. */
export interface TaskPrompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly operation: Operation
  readonly uses: readonly string[]
  /** Reads what clients send for the arguments. */
  readonly arguments: ArgumentReader
  /** Lists the arguments, as fields of the operation's input. */
  listArguments(): PromptArgument[]
  /** Writes the text from the answer of the operation, with what it shows beside it. */
  write(answer: unknown): readonly ContentItem[]
}

/** Declares a prompt. Throws TypeError for an operation that writes, or that answers something else than the subject. */
export function definePrompt<S extends z.ZodType>(definition: PromptDefinition<S>): TaskPrompt {
  const { operation, subject, text, ...words } = definition
  assertReads(definition.name, operation, subject)
  return {
    ...words,
    operation,
    arguments: new ArgumentReader(operation.input),
    listArguments() {
      const { properties = {}, required = [] } = inputSchema(operation.input)
      return Object.entries(properties).map(([name, { description = '' }]) => ({
        name,
        description,
        required: required.includes(name),
      }))
    },
    write(answer) {
      const written = text(subject.parse(answer))
      return typeof written === 'string' ? [{ type: 'text', text: written }] : written
    },
  }
}
