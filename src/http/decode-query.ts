import * as z from 'zod'

type Decode = (text: string) => unknown

/**
 * Turns query strings into the JSON that a schema describes: numbers and booleans by their type, lists by comma,
 * lists of objects and objects as JSON. What cannot be turned stays text, so that the schema names the field.
 */
export function queryDecoder(
  input: z.ZodType,
): (query: URLSearchParams) => Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const decoders = new Map<string, Decode>()
  for (const [name, schema] of Object.entries(properties)) {
    if (typeof schema === 'object') decoders.set(name, decoderOf(schema))
  }
  return (query) => {
    // @NOTE without a prototype, a parameter named __proto__ is one like any other; Object.create gives `any`.
    const decoded = Object.create(null) as Record<string, unknown>
    for (const name of new Set(query.keys())) {
      const text = query.getAll(name).join(',')
      decoded[name] = decoders.get(name)?.(text) ?? text
    }
    return decoded
  }
}

function decoderOf(schema: z.core.JSONSchema.BaseSchema): Decode {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)
    case 'boolean':
      return (text) => (text === 'true' ? true : text === 'false' ? false : text)
    case 'array':
      return isText(schema) ? (text) => text.split(',') : parseOrKeep
    case 'object':
      return parseOrKeep
    default:
      return (text) => text
  }
}

const isText = ({ items }: z.core.JSONSchema.BaseSchema): boolean =>
  typeof items === 'object' && !Array.isArray(items) && items.type === 'string'

function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return text // the schema says what was expected
    throw error
  }
}
