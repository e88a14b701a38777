type Arguments = Readonly<Record<string, unknown>>

/** Values of the arguments of tools, by their names, where the schema does not list them. */
const BY_NAME: Arguments = {
  site: 'Coast Tea',
  path: '/guides/green-tea',
  engine: 'ChatGPT',
  query: 'green tea',
  range: 'last 30 days',
  limit: 3,
  maxTokens: 1_000,
  compare: 'previous_year',
  metrics: ['impressions', 'ai_clicks', 'ai_ctr'],
  dimensions: ['engine'],
  filters: [{ dimension: 'country', op: 'is', values: ['Germany', 'PE'] }],
  having: [{ metric: 'impressions', op: 'gte', value: 60 }],
  orderBy: 'impressions',
  steps: ['impression', 'ai_click'],
  topPerPage: 2,
  tag: 'tea',
  finding: 'no_description',
  type: 'article',
}

/** Values that one tool takes in its own way. */
const OF_TOOL: Readonly<Record<string, Arguments>> = {
  compare_periods: {
    compare: '2026-09-20..2026-10-10',
    metrics: ['visitors'],
    dimensions: ['path'],
  },
  query: { dimensions: ['country', 'time:week'] },
  run_funnel: { dimensions: ['device'] },
  get_timeseries: { metrics: ['impressions', 'visitors'] },
  list_prompts: { tag: 'tea' },
}

/** Arguments without which a tool, or another of its arguments, has no meaning. */
export const NEEDED_ARGUMENTS: Readonly<Record<string, Arguments>> = {
  get_breakdown: { dimensions: ['path'] },
  compare_periods: { metrics: ['impressions'] },
  query: { metrics: ['impressions'], dimensions: ['path'] },
  search: { query: 'tea' },
  fetch: { id: 'site:coast.example' },
}

/** Ids of documents that are fetched, each of another kind or in another spelling. */
export const DOCUMENTS: readonly string[] = [
  'site:<site:coast>',
  'page:<pg:/guides/green-tea>',
  'page:http://coast.example:8480/faq',
  'page:coast.example/guides/white-tea',
  'prompt:<pg:/faq>',
  'rule:<rul:1>',
  'topic:<top:1>',
  'question:<kept:question>',
  'page:<pg:/faq>#2',
  'page:nowhere',
  'star:1',
]

/** Returns a value of an argument; undefined for an argument of which nothing is known. */
export function argumentValue(tool: string, name: string, schema: unknown): unknown {
  return OF_TOOL[tool]?.[name] ?? listedValue(schema) ?? BY_NAME[name]
}

function listedValue(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return undefined
  if ('enum' in schema && Array.isArray(schema.enum)) return schema.enum.at(-1)
  return 'type' in schema && schema.type === 'boolean' ? true : undefined
}
