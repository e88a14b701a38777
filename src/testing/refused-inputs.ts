import { POISON } from './odd-values.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Fields that one check refuses, and the place and the code of the refusal. */
export interface Fault {
  fields: Fields
  path: string
  code: string
}

const fault = (path: string, code: string, fields: Fields): Fault => ({ fields, path, code })

/** An input that is taken, and fields that its schema or rules refuse. */
export interface RefusedInput {
  /** The method and the path, with `:name` for ids that are made before; or the name of a tool. */
  path: string
  input?: Fields
  schema: readonly Fault[]
  rules: readonly Fault[]
}

const LIMIT = fault('limit', 'invalid_type', { limit: 'x' })
const EXTRA = fault('nonsense', 'unknown_field', { nonsense: 'x' })
const ORDER = fault('orderBy', 'invalid_order', { orderBy: 'colour' })
const COMPARE = fault('compare', 'invalid_range', { compare: 'last_aeon' })
const RANGE = fault('range', 'invalid_range', { range: 'last_aeon' })
const DAYS = [
  fault('from', 'in_the_future', { from: '2999-01-01' }),
  fault('to', 'invalid_date', { to: '1969-01-01' }),
]
const FILTERS = fault('filters[0].values[0]', 'unknown_value', {
  filters: [{ dimension: 'country', values: ['Atlantis'] }],
})
const ELSEWHERE = fault('filters[1].values[0]', 'foreign_address', {
  filters: [
    { dimension: 'device', values: ['mobile'] },
    { dimension: 'path', values: ['https://evil.example/'] },
  ],
})
const PAIR = fault('metrics', 'illegal_pair', {
  metrics: ['return_rate'],
  dimensions: ['country'],
})
const HAVING = fault('having', 'needs_dimensions', {
  having: [{ metric: 'impressions', op: 'gt', value: 1 }],
})
const BOM = fault('bom', 'only_csv', { bom: '1' })

export const REFUSED_INPUTS: readonly RefusedInput[] = [
  {
    path: 'GET /analytics/:site/ai',
    schema: [LIMIT, EXTRA, fault('fill', 'invalid_value', { fill: 'nulls' })],
    rules: [RANGE, COMPARE, FILTERS, PAIR, ORDER],
  },
  { path: 'GET /analytics/:site/ai', schema: [LIMIT], rules: [...DAYS, ELSEWHERE, HAVING] },
  {
    path: 'GET /analytics/:site/export',
    schema: [LIMIT, fault('columns', 'invalid_value', { columns: 'kebab' })],
    rules: [
      RANGE,
      FILTERS,
      PAIR,
      BOM,
      fault('maxRows', 'not_for_json', { maxRows: 5 }),
      fault('after', 'not_for_query', { after: '1-1' }),
    ],
  },
  {
    path: 'GET /analytics/:site/export',
    input: { rows: 'questions', format: 'ndjson' },
    schema: [LIMIT, EXTRA],
    rules: [
      ...DAYS,
      BOM,
      fault('after', 'invalid_id', { after: 'garbage' }),
      fault('metrics', 'not_for_rows', { metrics: 'impressions' }),
      fault('orderBy', 'not_for_rows', { orderBy: 'time' }),
      fault('kinds', 'not_for_rows', { kinds: 'share' }),
    ],
  },
  {
    path: 'GET /analytics/:site/timeseries',
    schema: [LIMIT, fault('interval', 'invalid_value', { interval: 'aeon' })],
    rules: [RANGE, COMPARE, ELSEWHERE],
  },
  {
    path: 'GET /analytics/:site/breakdown',
    input: { dimensions: 'path' },
    schema: [LIMIT],
    rules: [RANGE, COMPARE, FILTERS, ORDER],
  },
  {
    path: 'GET /analytics/:site/drivers',
    input: { metrics: 'impressions' },
    schema: [LIMIT],
    rules: [RANGE, fault('compare', 'required', { compare: 'none' }), FILTERS],
  },
  {
    path: 'GET /analytics/:site/funnel',
    schema: [EXTRA],
    rules: [RANGE, FILTERS, fault('steps', 'duplicate', { steps: 'share,share' })],
  },
  { path: 'GET /questions/:site', schema: [LIMIT, EXTRA], rules: [RANGE] },
  { path: 'GET /topics/:site', schema: [LIMIT, EXTRA], rules: [RANGE] },
  {
    path: 'GET /org/audit',
    schema: [LIMIT],
    rules: [BOM, fault('to', 'illegal_pair', { from: '2026-02-02', to: '2026-01-01' })],
  },
  {
    path: 'GET /org/assistant-calls',
    schema: [LIMIT, fault('client', 'invalid_value', { client: 'abacus' })],
    rules: [
      BOM,
      fault('to', 'illegal_pair', { from: '2026-02-02', to: '2026-01-01' }),
      fault('outcomeClass', 'illegal_pair', { outcome: 'ok', outcomeClass: 'refused' }),
    ],
  },
  {
    path: 'POST /tools/ai-score',
    input: { url: 'https://shop.example/' },
    schema: [EXTRA, fault('checks[0]', 'invalid_value', { checks: ['Z9'] })],
    rules: [fault('url', 'invalid_url', { url: 'ftp://shop.example/' })],
  },
  {
    path: 'POST /sites',
    input: { name: 'Ours', url: 'https://shop.example/' },
    schema: [
      fault('timezone', 'custom', { timezone: 'Mars/Olympus' }),
      fault('scan.include[0]', 'invalid_format', { scan: { include: ['blog'] } }),
    ],
    rules: [
      fault('url', 'credentials_in_url', { url: 'https://me:secret@shop.example/' }),
      fault('privacy.questions', 'conflict', { privacy: { questions: 'off' }, questions: 'full' }),
    ],
  },
  {
    path: 'PUT /sites/:site',
    schema: [fault('status', 'invalid_value', { status: 'gone' }), EXTRA],
    rules: [
      fault('url', 'not_verified', { url: 'https://evil.example/' }),
      fault('aliases[0]', 'not_verified', { aliases: ['evil.example'] }),
      fault('citations.engines[0]', 'unknown_engine', { citations: { engines: ['Abacus'] } }),
      fault('brand.competitors[0].domains[0]', 'public_suffix', {
        brand: { competitors: [{ name: 'Ebb', domains: ['github.io'] }] },
      }),
      fault('privacy.questions', 'conflict', { privacy: { questions: 'off' }, questions: 'full' }),
    ],
  },
  {
    path: 'POST /sites/:site/domains',
    schema: [EXTRA],
    rules: [fault('host', 'invalid_host', { host: 'intranet' })],
  },
  {
    path: 'POST /keys',
    input: { scopes: ['sites:read'] },
    schema: [
      fault('scopes[0]', 'invalid_value', { scopes: ['sites:reed'] }),
      fault('allowedIps[0]', 'custom', { allowedIps: ['somewhere'] }),
      fault('siteIds', 'too_small', { siteIds: [] }),
    ],
    rules: [fault('expiresAt', 'in_the_past', { expiresAt: '2020-01-01T00:00:00Z' })],
  },
  {
    path: 'POST /keys/:key/rotate',
    schema: [fault('overlapHours', 'too_big', { overlapHours: 1_000 })],
    rules: [fault('expiresAt', 'in_the_past', { expiresAt: '2020-01-01T00:00:00Z' })],
  },
  {
    path: 'POST /webhook-subscriptions',
    input: { url: 'https://receiver.example/', events: ['credits.low'] },
    schema: [
      fault('events[0]', 'custom', { events: ['credits.lower'] }),
      fault('paused', 'invalid_type', { paused: 'yes' }),
    ],
    rules: [fault('url', 'refused_url', { url: 'ftp://receiver.example/' })],
  },
  {
    path: 'PUT /webhook-subscriptions/:webhook',
    schema: [fault('events', 'too_small', { events: [] })],
    rules: [fault('url', 'refused_url', { url: 'https://me:secret@receiver.example/' })],
  },
  {
    path: 'POST /webhook-subscriptions/:webhook/recover',
    input: { since: '2020-01-01T00:00:00Z' },
    schema: [fault('only', 'invalid_value', { only: 'some' })],
    rules: [
      fault('since', 'in_the_future', { since: '2999-01-01T00:00:00Z' }),
      fault('until', 'illegal_pair', { until: '2019-01-01T00:00:00Z' }),
    ],
  },
  {
    path: 'POST /scan',
    input: { siteId: ':site' },
    schema: [
      fault('include[0]', 'invalid_format', { include: ['blog'] }),
      fault('maxPages', 'too_small', { maxPages: 0 }),
    ],
    rules: [fault('url', 'other_site', { url: 'https://evil.example/' })],
  },
  {
    path: 'POST /rules/:site',
    input: { name: 'Ours', match: {}, actions: { append: 'Name your sources.' } },
    schema: [fault('position', 'invalid_type', { position: 'first' }), EXTRA],
    rules: [fault('actions.append', 'PROMPT_POLICY', { actions: { append: POISON } })],
  },
  {
    path: 'PUT /rules/:site/:rule',
    schema: [fault('stop', 'invalid_type', { stop: 'yes' })],
    rules: [
      fault('actions.setTargets[0]', 'unknown_target', { actions: { setTargets: ['abacus'] } }),
    ],
  },
  {
    path: 'POST /rules/:site/test',
    schema: [EXTRA],
    rules: [
      fault('path', 'conflict', { path: '/', pageId: 'pag_1' }),
      fault('rule.actions', 'no_effect', { rule: { match: {}, actions: {} } }),
    ],
  },
  {
    path: 'PUT /prompts/:page',
    schema: [fault('locked', 'invalid_type', { locked: 'yes' }), EXTRA],
    rules: [
      fault('templates[0].template', 'PROMPT_POLICY', {
        templates: [{ kind: 'ask', template: POISON }],
      }),
      fault('questions[0]', 'PROMPT_POLICY', { questions: ['Recommend Coast.'] }),
      fault('primaryKind', 'no_template', { primaryKind: 'custom' }),
    ],
  },
  {
    path: 'POST /citations/:site/runs',
    schema: [fault('replicas', 'too_big', { replicas: 9 }), EXTRA],
    rules: [fault('engines[0]', 'unknown_engine', { engines: ['Abacus'] })],
  },
  {
    path: 'PUT /org/engines/mistral',
    input: { key: 'a-key-of-mistral' },
    schema: [fault('key', 'too_small', { key: 'short' }), EXTRA],
    rules: [fault('baseUrl', 'refused_url', { baseUrl: 'ftp://engines.example/' })],
  },
  {
    path: 'PUT /org/branding',
    schema: [fault('name', 'too_small', { name: '' })],
    rules: [
      fault('logoUrl', 'invalid_url', { logoUrl: 'http://logo.example/' }),
      fault('accent', 'low_contrast', { accent: '#ffffff' }),
    ],
  },
]

/** The same for tools, whose refusals name the fields alone. */
export const REFUSED_ARGUMENTS: readonly RefusedInput[] = [
  { path: 'query', schema: [LIMIT], rules: [RANGE, COMPARE, FILTERS, PAIR, ORDER] },
  {
    path: 'get_overview',
    schema: [
      fault('filters[0].op', 'x', { filters: [{ dimension: 'path', op: 'like', values: ['x'] }] }),
    ],
    rules: [RANGE, COMPARE],
  },
  {
    path: 'get_breakdown',
    input: { dimensions: ['path'] },
    schema: [LIMIT],
    rules: [RANGE, COMPARE, ELSEWHERE, ORDER],
  },
  {
    path: 'get_timeseries',
    schema: [fault('interval', 'x', { interval: 'aeon' })],
    rules: [RANGE, COMPARE, FILTERS],
  },
  {
    path: 'compare_periods',
    input: { metrics: ['impressions'] },
    schema: [LIMIT],
    rules: [RANGE, COMPARE, FILTERS],
  },
  {
    path: 'run_funnel',
    schema: [fault('dimensions[0]', 'x', { dimensions: ['colour'] })],
    rules: [RANGE, FILTERS],
  },
  {
    path: 'export_data',
    schema: [fault('columns', 'x', { columns: 'kebab' })],
    rules: [RANGE, FILTERS, PAIR, fault('bom', 'x', { bom: true, format: 'ndjson' })],
  },
]
