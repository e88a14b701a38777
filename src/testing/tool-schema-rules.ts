/** A JSON Schema, or a part of one, as a client reads it. */
export type SchemaNode = Readonly<Record<string, unknown>>

/**
 * A rule for the description of a tool: a provider or client refuses what breaks it, often with all other tools of the
 * request.
 */
interface SchemaRule {
  /** The provider or client that refuses it. */
  by: string
  what: string
  /** The address of its documentation, or of a report with the words of the refusal. */
  source: string
  /** True where the rule is broken by this part of a schema; the root is the schema of all arguments. */
  isBroken(node: SchemaNode, isRoot: boolean): boolean
}

const has = (node: SchemaNode, keys: readonly string[]): boolean => keys.some((key) => key in node)

const isNode = (value: unknown): value is SchemaNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const namesOf = ({ properties }: SchemaNode): string[] =>
  isNode(properties) ? Object.keys(properties) : []

/** Fields of Gemini's Schema (https://ai.google.dev/api/caching#Schema): of any other key it says `Cannot find field`. */
const GEMINI_FIELDS: ReadonlySet<string> = new Set([
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'maxItems',
  'minItems',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
  'pattern',
  'example',
  'anyOf',
  'propertyOrdering',
  'default',
  'items',
  'minimum',
  'maximum',
])

const TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'array', 'object']

export const TOOL_SCHEMA_RULES: readonly SchemaRule[] = [
  {
    by: 'VS Code',
    what: 'a list says what it is of',
    source: 'https://github.com/microsoft/vscode/issues/246119',
    isBroken: (node) => node['type'] === 'array' && !isNode(node['items']),
  },
  {
    by: 'Gemini',
    what: 'only a list has items',
    source: 'https://ai.google.dev/api/caching#Schema',
    isBroken: (node) => 'items' in node && node['type'] !== 'array',
  },
  {
    by: 'OpenAI',
    what: 'the arguments are an object, without alternatives at its root',
    source: 'https://github.com/langchain-ai/langchainjs/issues/9804',
    isBroken: (node, isRoot) =>
      isRoot &&
      (node['type'] !== 'object' ||
        has(node, ['oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not', '$ref'])),
  },
  {
    by: 'OpenAI',
    what: 'the arguments have properties, be there none',
    source: 'https://github.com/langchain-ai/langchain-mcp-adapters/issues/137',
    isBroken: (node, isRoot) => isRoot && !isNode(node['properties']),
  },
  {
    by: 'OpenAI',
    what: 'nothing is of all of several schemas, or of exactly one',
    source: 'https://github.com/makenotion/notion-mcp-server/issues/102',
    isBroken: (node) => has(node, ['allOf', 'oneOf', 'not']),
  },
  {
    by: 'Gemini CLI',
    what: 'each value has one type, or alternatives that have one',
    source: 'https://github.com/arben-adm/mcp-sequential-thinking/issues/12',
    isBroken: (node) => !TYPES.includes(node['type']) && listOf(node['anyOf']).length === 0,
  },
  {
    by: 'Gemini',
    what: 'listed values are texts',
    source: 'https://github.com/decolua/9router/issues/359',
    isBroken: (node) => 'enum' in node && node['type'] !== 'string',
  },
  {
    by: 'Gemini',
    what: 'listed values are some, and texts that are not empty',
    source: 'https://github.com/elastic/kibana/pull/286302',
    isBroken: (node) =>
      'enum' in node &&
      (listOf(node['enum']).length === 0 ||
        listOf(node['enum']).some((value) => typeof value !== 'string' || value === '')),
  },
  {
    by: 'Gemini',
    what: 'what is required is described',
    source: 'https://ai.google.dev/api/caching#Schema',
    isBroken: (node) =>
      listOf(node['required']).some((name) => !namesOf(node).includes(String(name))),
  },
  {
    by: 'Gemini',
    what: 'only an object has properties',
    source: 'https://github.com/anomalyco/opencode/issues/11889',
    isBroken: (node) => has(node, ['properties', 'required']) && node['type'] !== 'object',
  },
  {
    by: 'Gemini',
    what: 'an object that describes its properties has some',
    source: 'https://github.com/MarkusPfundstein/mcp-obsidian/issues/21',
    isBroken: (node, isRoot) => !isRoot && 'properties' in node && namesOf(node).length === 0,
  },
  {
    by: 'Gemini',
    what: 'no keyword is one that it does not know',
    source: 'https://github.com/danny-avila/LibreChat/pull/13850',
    isBroken: (node) => Object.keys(node).some((key) => !GEMINI_FIELDS.has(key)),
  },
  {
    by: 'Anthropic',
    what: 'names of arguments are short and plain',
    source: 'https://github.com/freee/freee-mcp/issues/15',
    isBroken: (node) => namesOf(node).some((name) => !/^[\w.-]{1,64}$/.test(name)),
  },
]

/**
 * The names of tools that all of them take: OpenAI takes letters, digits, `_` and `-`, and with Gemini a name does not
 * begin with a digit.
 */
export const TOOL_NAME = {
  pattern: /^[a-z_][\w-]{0,63}$/i,
  sources: [
    'https://platform.openai.com/docs/api-reference/chat/create',
    'https://ai.google.dev/api/caching#FunctionDeclaration',
  ],
} as const

/** Names the rules that a schema breaks, and where. */
export function brokenRules(schema: unknown, place = ''): string[] {
  if (!isNode(schema)) return [`${place || 'root'}: no schema`]
  const isRoot = place === ''
  const own = TOOL_SCHEMA_RULES.filter((rule) => rule.isBroken(schema, isRoot)).map(
    ({ by, what }) => `${place || 'root'}: ${what} (${by})`,
  )
  return [...own, ...childrenOf(schema).flatMap(([at, one]) => brokenRules(one, `${place}.${at}`))]
}

function childrenOf(schema: SchemaNode): [place: string, value: unknown][] {
  const { properties, items, anyOf } = schema
  return [
    ...(isNode(properties) ? Object.entries(properties) : []),
    ...(items === undefined ? [] : [['items', items] as [string, unknown]]),
    ...listOf(anyOf).map((one, i): [string, unknown] => [`anyOf[${i}]`, one]),
  ]
}
