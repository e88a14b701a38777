import * as z from 'zod'
import { ARGUMENT_ALIASES, foldName, VALUE_ALIASES } from './argument-aliases.ts'

/** A JSON Schema with its look-ups, so that the cost of reading a value depends only on the length of the value. */
export interface InputSchema {
  type?: string
  description?: string
  required?: readonly string[]
  properties?: Readonly<Record<string, InputSchema>>
  items?: InputSchema
  enum?: readonly unknown[]
  anyOf?: readonly InputSchema[]
  /** The name of each property, by every folded name that it may be sent by. */
  places?: ReadonlyMap<string, string>
  /** Each listed value, by every folded word that it may be sent as. */
  meanings?: ReadonlyMap<string, string>
}

/** Writes the schema of an operation's input as JSON Schema, whole and without references. */
export const inputSchema = (input: z.ZodType): InputSchema =>
  // @NOTE what zod writes is a JSON Schema; its own type allows booleans, which no input has.
  indexed(
    z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as InputSchema,
  )

function indexed(schema: InputSchema): InputSchema {
  const { properties, items, anyOf } = schema
  const listed = schema.enum?.filter((value) => typeof value === 'string')
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, indexed(one)]),
      ),
      places: byName(Object.keys(properties), ARGUMENT_ALIASES),
    }),
    ...(items && { items: indexed(items) }),
    ...(anyOf && { anyOf: anyOf.map(indexed) }),
    ...(listed && { meanings: byName(listed, VALUE_ALIASES) }),
  }
}

/**
 * Returns each target by its folded name and by its folded aliases. A word that is one target's name and another's
 * alias means the target that has it as its name.
 */
function byName(
  targets: readonly string[],
  aliases: Readonly<Record<string, readonly string[]>>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const target of targets) {
    for (const alias of aliases[target] ?? []) found.set(foldName(alias), target)
  }
  for (const target of targets) found.set(foldName(target), target)
  return found
}
