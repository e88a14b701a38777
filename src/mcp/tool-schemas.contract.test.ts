import { expect, it } from 'vitest'
import { SERVERS_OF_EACH_TOOL } from '../testing/keyed-servers.ts'
import { brokenRules, TOOL_NAME, TOOL_SCHEMA_RULES } from '../testing/tool-schema-rules.ts'
import { toolSchema, withoutSite } from './json-schema.ts'

const tools = SERVERS_OF_EACH_TOOL.flatMap((server) =>
  server.tools.map((tool) => [`${server.name} ${tool.name}`, tool] as const),
)

it.each(tools)('%s is taken by OpenAI, Gemini and VS Code', (_, { name, face }) => {
  const schema = toolSchema(face.input, 'input')
  expect(name).toMatch(TOOL_NAME.pattern)
  expect(brokenRules(schema)).toEqual([])
  expect(brokenRules(withoutSite(schema))).toEqual([])
})

it('every rule has a source, and is broken by something', () => {
  const bad = [
    { type: 'array' },
    { type: 'string', items: { type: 'string' }, enum: [''] },
    { type: 'object', properties: {}, required: ['a'] },
    { type: 'integer', enum: [1], properties: { 'a b': { type: 'string' } } },
    { type: ['string', 'null'] },
    { const: 1, allOf: [] },
    { type: 'object', additionalProperties: { type: 'string' } },
  ]
  const found = bad.flatMap((node) => [...brokenRules(node), ...brokenRules(node, 'x')]).join('\n')
  for (const { by, what, source } of TOOL_SCHEMA_RULES) {
    expect(source).toMatch(/^https:\/\//)
    expect(found).toContain(`${what} (${by})`)
  }
})
