import * as z from 'zod'

interface Decoder {
  decode: (text: string) => unknown
  /** True where a value may be sent in several pieces, each with the name. */
  inPieces?: true
}

/**
 * Makes the function that converts a query string into the JSON that a schema describes: numbers and booleans by their
 * type, lists by comma, lists of objects and objects as JSON. A value that cannot be converted stays text, so that the
 * schema names the field.
 */
export function queryDecoder(
  input: z.ZodType,
): (query: URLSearchParams) => Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const decoders = new Map<string, Decoder>()
  for (const [name, schema] of Object.entries(properties)) {
    if (typeof schema === 'object') decoders.set(name, decoderOf(schema))
  }
  return (query) => {
    // @NOTE without a prototype, a parameter named __proto__ is one like any other; Object.create gives `any`.
    const decoded = Object.create(null) as Record<string, unknown>
    for (const name of new Set(query.keys())) {
      const texts = query.getAll(name)
      const { decode, inPieces } = decoders.get(name) ?? AS_TEXT
      // With two values it is unknown which was meant, and no schema takes both.
      decoded[name] = texts.length > 1 && !inPieces ? texts : decode(texts.join(','))
    }
    return decoded
  }
}

function decoderOf(schema: z.core.JSONSchema.BaseSchema): Decoder {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return { decode: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text) }
    case 'boolean':
      return { decode: (text) => (text === 'true' ? true : text === 'false' ? false : text) }
    case 'array':
      return isText(schema) ? listDecoder(schema) : { decode: parseOrKeep }
    case 'object':
      return { decode: parseOrKeep }
    default:
      return AS_TEXT
  }
}

const AS_TEXT: Decoder = { decode: (text) => text }

/**
 * Makes the decoder of a list. An empty text is an empty list, where that is allowed; elsewhere it is a value that the
 * refusal can name.
 */
const listDecoder = ({ minItems = 0 }: z.core.JSONSchema.BaseSchema): Decoder => ({
  decode: (text) => (text === '' && minItems === 0 ? [] : text.split(',')),
  inPieces: true,
})

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
