import { expect, it } from 'vitest'
import { SERVERS_OF_EACH_TOOL } from '../testing/keyed-servers.ts'
import { toolSchema } from './json-schema.ts'

type Schema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lists the schemas directly below one, each with its place. */
function below(schema: Schema): [place: string, value: unknown][] {
  const named = isSchema(schema['properties']) ? Object.entries(schema['properties']) : []
  const alternatives = ['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
    (Array.isArray(schema[key]) ? schema[key] : []).map((value): [string, unknown] => [key, value]),
  )
  const single = ['items', 'additionalProperties']
    .filter((key) => key in schema)
    .map((key): [string, unknown] => [key, schema[key]])
  return [...named, ...alternatives, ...single]
}

/**
 * Lists the places where a schema has several types, or no type: clients that know one type for each value refuse such
 * a tool.
 */
function unportable(schema: unknown, place: string): string[] {
  if (!isSchema(schema)) return [place]
  const says = Object.keys(schema).some((key) => key !== 'description')
  const isPlain = says && !Array.isArray(schema['type'])
  return [
    ...(isPlain ? [] : [place]),
    ...below(schema).flatMap(([name, value]) => unportable(value, `${place}.${name}`)),
  ]
}

const tools = SERVERS_OF_EACH_TOOL.flatMap((server) =>
  server.tools.map((tool) => [`${server.name} ${tool.name}`, tool] as const),
)

it.each(tools)('%s says one type for each value that it describes', (_, { face }) => {
  expect(unportable(toolSchema(face.input, 'input'), 'input')).toEqual([])
  expect(unportable(toolSchema(face.output, 'output'), 'output')).toEqual([])
})

it('finds what it looks for', () => {
  const several = { type: ['string', 'null'] }
  const any = { description: 'Anything' }
  const schema = { type: 'object', properties: { several, list: { type: 'array', items: any } } }
  expect(unportable(schema, 'x')).toEqual(['x.several', 'x.list.items'])
})
