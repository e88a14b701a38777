import * as z from 'zod'

/** The parts of a JSON Schema that say how a value may be read. */
export interface JsonSchema {
  type?: string
  properties?: Readonly<Record<string, JsonSchema>>
  items?: JsonSchema
  enum?: readonly unknown[]
  anyOf?: readonly JsonSchema[]
}

/** Writes the schema of an operation's input as JSON Schema, whole and without references. */
export const inputSchema = (input: z.ZodType): JsonSchema =>
  // @NOTE what zod writes is a JSON Schema; its own type allows booleans, which no input has.
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema
