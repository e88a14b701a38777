import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The part of a schema that drawing an answer needs. */
interface AnswerSchema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: AnswerSchema[]
  oneOf?: AnswerSchema[]
  allOf?: AnswerSchema[]
  properties?: Record<string, AnswerSchema>
  items?: AnswerSchema
}

interface Described {
  paths: Record<
    string,
    Record<
      string,
      { responses: Record<string, { content?: Record<string, { schema: AnswerSchema }> }> }
    >
  >
}

const file = join(import.meta.dirname, '../../docs/openapi.json')
// @NOTE the description of the API is generated from its schemas.
const description = JSON.parse(readFileSync(file, 'utf8')) as Described

/** Every text that is drawn: it is a day too, as many texts have to be. */
const TEXT = '2026-11-20'
/** The depth to which schemas that hold themselves are drawn. */
const MAX_DEPTH = 14

/** Draws what a route answers by docs/openapi.json, with one item in each list, or with none; undefined for no route. */
export function drawnAnswer(method: string, path: string, items: 0 | 1): unknown {
  const verb = method.toLowerCase()
  const template = Object.keys(description.paths)
    .filter((one) => isOf(one, path) && description.paths[one]?.[verb])
    // The template with the fewest parameters comes first, since a parameter takes any text.
    .toSorted((one, other) => one.split('{').length - other.split('{').length)[0]
  const responses = description.paths[template ?? '']?.[verb]?.responses ?? {}
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const schema = success?.content?.['application/json']?.schema
  return schema && draw(schema, items, 0)
}

function isOf(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((part, i) => part.startsWith('{') || part === given[i])
  )
}

function draw(given: AnswerSchema, items: 0 | 1, depth: number): unknown {
  const schema = resolved(given)
  if (depth > MAX_DEPTH) return null
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  const [choice] = (choices ?? []).filter((one) => resolved(one).type !== 'null')
  if (choices) return choice ? draw(choice, items, depth + 1) : null
  if (schema.allOf) {
    return Object.assign({}, ...schema.allOf.map((one) => draw(one, items, depth + 1)))
  }
  return drawByType(schema, items, depth)
}

function drawByType(schema: AnswerSchema, items: 0 | 1, depth: number): unknown {
  const { type, properties = {}, items: item } = schema
  const plain = Array.isArray(type) ? type.find((one) => one !== 'null') : type
  switch (plain) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [
          name,
          name === 'timezone' ? 'UTC' : draw(one, items, depth + 1),
        ]),
      )
    case 'array':
      return items === 0 || !item ? [] : [draw(item, items, depth + 1)]
    case 'string':
      return TEXT
    case 'number':
    case 'integer':
      return 1
    default:
      return plain === 'boolean' ? true : null
  }
}

function resolved(schema: AnswerSchema): AnswerSchema {
  if (schema.$ref === undefined) return schema
  const found = schema.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>(
      // @NOTE a reference leads through objects of the description.
      (part, name) => (part as Record<string, unknown> | undefined)?.[name],
      description,
    )
  return found ?? {}
}
