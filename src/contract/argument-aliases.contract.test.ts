import { describe, expect, it } from 'vitest'
import { MCP_SERVERS } from '../../tools/index.ts'
import {
  ARGUMENT_ALIASES,
  foldName,
  RANGE_ENDS,
  TWO_PERIODS,
  VALUE_ALIASES,
} from '../kernel/arguments/argument-aliases.ts'
import { inputSchema, type InputSchema } from '../kernel/arguments/json-schema.ts'
import type { ServerDefinition } from '../kernel/assistants/server-definition.ts'
import { KEYED_SERVERS } from '../testing/keyed-servers.ts'

const schemasOf = (servers: readonly ServerDefinition[]) =>
  servers.flatMap(({ name, tools: all }) =>
    all.map((tool) => [`${name}/${tool.name}`, inputSchema(tool.face.input)] as const),
  )

const tools = schemasOf(MCP_SERVERS)

/** Lists every object in a schema, at any depth, by its properties. */
function objectsIn(schema: InputSchema | undefined): Readonly<Record<string, InputSchema>>[] {
  if (!schema) return []
  const { properties = {}, items, anyOf = [] } = schema
  const inner = [...Object.values(properties), items, ...anyOf].flatMap(objectsIn)
  return schema.properties ? [properties, ...inner] : inner
}

const listsIn = (schema: InputSchema | undefined): (readonly unknown[])[] => {
  if (!schema) return []
  const { properties = {}, items, anyOf = [] } = schema
  const inner = [...Object.values(properties), items, ...anyOf].flatMap(listsIn)
  return schema.enum ? [schema.enum, ...inner] : inner
}

const argumentNames = new Set(tools.flatMap(([, schema]) => objectsIn(schema).flatMap(Object.keys)))
const listedValues = new Set(tools.flatMap(([, schema]) => listsIn(schema).flat()))

/** Finds words that stand for two things at once. */
function ambiguous(
  targets: readonly string[],
  aliases: Readonly<Record<string, readonly string[]>>,
) {
  const words = targets.flatMap((target) => {
    const names = [target, ...(aliases[target] ?? [])].map(foldName)
    return [...new Set(names)]
  })
  return words.filter((word, i) => words.indexOf(word) !== i)
}

describe('the table of aliases', () => {
  it('has names for arguments of the catalogue alone', () => {
    expect(Object.keys(ARGUMENT_ALIASES).filter((name) => !argumentNames.has(name))).toEqual([])
  })

  it('has words for listed values of the catalogue alone', () => {
    expect(Object.keys(VALUE_ALIASES).filter((value) => !listedValues.has(value))).toEqual([])
  })

  // The words of the protocol are those of its specification, and no caller asks it about a site's pages by `path`.
  it('one vocabulary: no tool calls an argument what another tool knows as an alias', () => {
    const ofData = schemasOf(KEYED_SERVERS)
    const known = new Set(ofData.flatMap(([, schema]) => objectsIn(schema).flatMap(Object.keys)))
    const aliases = [
      ...Object.entries(ARGUMENT_ALIASES).flatMap(([name, words]) =>
        // Some lists have an order of their own, and a filter has fields of its own.
        ['orderBy', 'sort', 'dimension', 'op', 'values'].includes(name) || !known.has(name)
          ? []
          : words,
      ),
      ...RANGE_ENDS.from,
      ...RANGE_ENDS.to,
      ...TWO_PERIODS.flat(),
    ].map(foldName)
    const top = ofData.flatMap(([, { properties = {} }]) => Object.keys(properties))
    expect(top.filter((name) => aliases.includes(foldName(name)))).toEqual([])
  })

  it('is found out where a word stands for two things', () => {
    expect(ambiguous(['one', 'two'], { one: ['either way'], two: ['either_way'] })).toEqual([
      'eitherway',
    ])
  })

  it.each(tools)('of %s has no word for two things', (_, schema) => {
    for (const properties of objectsIn(schema)) {
      expect(ambiguous(Object.keys(properties), ARGUMENT_ALIASES)).toEqual([])
    }
    for (const values of listsIn(schema)) {
      expect(ambiguous(values.map(String), VALUE_ALIASES)).toEqual([])
    }
  })
})
