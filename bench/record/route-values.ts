/** Values of the parameters in the path of a route, by the path up to that parameter. */
const BY_PATH: Readonly<Record<string, string>> = {
  '/sites/:id': '<site:coast>',
  '/sites/:siteId': '<site:coast>',
  '/sites/:id/domains/:domainId': '<dom:1>',
  '/keys/:id': '<key:numbers>',
  '/auth/grants/:id': '<key:assistant>',
  '/scan/:jobId': '<job:first>',
  '/auth/sessions/:id': '<kept:session>',
  '/org/members/:id': '<mem:6>',
  '/org/invitations/:id': '<inv:1>',
  '/org/engines/:engine': 'mistral',
  '/webhook-subscriptions/:id': '<whk:heard>',
  '/webhook-subscriptions/:id/deliveries/:deliveryId': '<dlv:1>',
  '/rules/:siteId/:ruleId': '<rul:1>',
  '/citations/:siteId/queries/:queryId': '<cq:1>',
  '/citations/:siteId/runs/:runId': 'run_none',
  '/citations/:siteId/checks/:checkId': 'chk_none',
  '/questions/:siteId/:questionId': '<kept:question>',
  '/topics/:siteId/:topicId': '<top:1>',
  '/pages/:siteId/:pageId': '<pg:/guides/green-tea>',
}

/** In `PUT /prompts/:id` a page is meant, and a site in `GET /prompts/:id`. */
const EDITED_PAGE = '<pg:/guides/black-tea>'

/** Fills in the parameters of a route's path; `other` replaces the last one. */
export function routePath(method: string, path: string, other?: string): string {
  const parts = path.split('/')
  const last = parts.findLastIndex((part) => part.startsWith(':'))
  const filled = parts.map((part, i) => {
    if (!part.startsWith(':')) return part
    if (other !== undefined && i === last) return other
    if (method === 'put' && path === '/prompts/:id') return EDITED_PAGE
    return BY_PATH[parts.slice(0, i + 1).join('/')] ?? '<site:coast>'
  })
  return filled.join('/')
}

const FILTERS = JSON.stringify([
  { dimension: 'device', op: 'is_not', values: ['tablet'] },
  { dimension: 'path', op: 'starts_with', values: ['/guides'] },
])

/** Values of parameters in the query that their schemas do not list. */
const BY_NAME: Readonly<Record<string, string | number>> = {
  action: 'rule.create',
  actor: '<usr:owner>',
  after: '<kept:question>',
  compare: '2026-10-01..2026-10-14',
  dimensions: 'path',
  engine: 'chatgpt',
  filters: FILTERS,
  eventId: 'evt_none',
  events: 'scan.completed,invoice.paid',
  finding: 'no_description',
  from: '2026-11-10',
  having: '[{"metric":"impressions","op":"gt","value":3}]',
  keyId: '<key:full>',
  kinds: 'share,question',
  maxRows: 3,
  metrics: 'impressions,ai_clicks,ai_ctr',
  minMilliseconds: 1,
  orderBy: 'impressions',
  page: '/guides/green-tea',
  pageId: '<pg:/faq>',
  path: '/guides/green-tea',
  perQuery: 2,
  query: 'tea',
  queryId: '<cq:1>',
  range: '2026-10',
  runId: 'run_none',
  server: 'data',
  site: '<site:coast>',
  siteId: '<site:coast>',
  status: 'delivered',
  steps: 'impression,ai_click',
  tag: 'tea',
  target: '<site:coast>',
  to: '2026-11-14',
  tool: 'get_overview',
  topic: '<top:1>',
}

/** Values that one route takes in its own way. */
const OF_ROUTE: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  '/analytics/:siteId/drivers': { metrics: 'impressions' },
  '/org/assistant-calls': { from: '2026-11-20T13:11:40Z', to: '2026-11-20T14:04:00+01:00' },
  '/org/audit': { from: '2026-11-20T12:10:00Z', to: '2026-11-20T13:10:00+01:00' },
}

/** Parameters without which another one has no meaning. */
const WITH: Readonly<Record<string, Readonly<Record<string, Record<string, string>>>>> = {
  '/analytics/:siteId/ai': { having: { dimensions: 'path' }, orderBy: { dimensions: 'path' } },
  '/analytics/:siteId/export': {
    having: { dimensions: 'path' },
    orderBy: { dimensions: 'path' },
    kinds: { rows: 'events', format: 'ndjson' },
    columns: { rows: 'events', format: 'csv' },
    bom: { format: 'csv' },
    maxRows: { format: 'ndjson' },
    after: { rows: 'questions', format: 'ndjson' },
  },
  '/citations/:siteId/checks': { bom: { format: 'csv' } },
  '/org/assistant-calls': { bom: { format: 'csv' } },
  '/org/audit': { bom: { format: 'csv' } },
}

interface Parameter {
  name: string
  schema: Readonly<Record<string, unknown>>
}

/** Returns a value of a parameter in the query, with the other parameters that it needs. */
export function queryValue(path: string, { name, schema }: Parameter): Record<string, string> {
  const listed = listedValues(schema).at(-1)
  const route = ofOneSite(path)
  const value = OF_ROUTE[route]?.[name] ?? listed ?? BY_NAME[name]
  if (value === undefined)
    throw new Error(`${name} of ${path} has no value in bench/record/route-values.ts`)
  return { ...WITH[route]?.[name], [name]: String(value) }
}

/** Returns the route that asks one site for what this route asks several sites for. */
const ofOneSite = (path: string): string =>
  path.replace(/^\/analytics\/(?!:siteId)/, '/analytics/:siteId/')

function listedValues(schema: Readonly<Record<string, unknown>>): string[] {
  if (Array.isArray(schema['enum'])) return schema['enum'].map(String)
  return schema['type'] === 'boolean' ? ['true'] : []
}

/** The fields without which a route refuses. */
const NEEDED_FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/scan': { siteId: '<site:coast>' },
  '/analytics/:siteId/breakdown': { dimensions: 'path' },
  '/analytics/:siteId/drivers': { metrics: 'impressions' },
  '/exports': { link: '<kept:link>' },
}

export const neededFields = (path: string): Readonly<Record<string, string>> | undefined =>
  NEEDED_FIELDS[ofOneSite(path)]

/** Routes at which another caller asks than the owner of the large organization. */
export const ASKED_BY: Readonly<Record<string, string>> = {
  '/credits': 'lantern',
  '/credits/ledger': 'lantern',
}
