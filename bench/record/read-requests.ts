import { queryParametersOf } from '../../src/testing/open-api.ts'
import { ROUTES, type Route } from '../../src/testing/routes.ts'
import { bearer, writeQuery, type RequestOfRecord } from './request-of-record.ts'
import { ASKED_BY, neededFields, queryValue, routePath } from './route-values.ts'

const PAGING = ['limit', 'cursor']
/** The rows of the first page, where a list is read in two pages. */
const FIRST_ROWS = 1
const NEXT_CURSOR = String.raw`match:"nextCursor":"([\w-]+)"`
/** Routes whose answers have several rows only when they are grouped. */
const GROUPED: Readonly<Record<string, Record<string, string>>> = {
  '/analytics/:siteId/ai': { dimensions: 'path' },
  '/analytics/:siteId/export': { dimensions: 'path' },
  '/analytics/:siteId/timeseries': { dimensions: 'path' },
}

/** The values of answers that are kept, for requests that need an id which only an answer shows. */
const KEPT: Readonly<Record<string, Record<string, string>>> = {
  '/auth/sessions': { session: '/data/1/id' },
  '/sites/:id/config': { boot: '/data/boot' },
}

/** The name of a route in the record. */
export const routeName = ({ http }: Route): string => `${http.method.toUpperCase()} ${http.path}`

/** The credential that a valid request brings. */
export const usualCaller = ({ access, http }: Route): string => {
  if (access.by === 'public' || access.by === 'link') return 'none'
  return ASKED_BY[http.path] ?? 'owner'
}

/** Makes a request to a route that reads. */
export function readRequest(
  route: Route,
  what: string,
  fields: Readonly<Record<string, string | number>>,
  caller = usualCaller(route),
): RequestOfRecord {
  const { path } = route.http
  const query = writeQuery({ ...neededFields(path), ...fields })
  return {
    name: `${routeName(route)}: ${what}`,
    method: 'GET',
    path: `/api/v1${routePath('get', path)}${query}`,
    headers: bearer(caller),
  }
}

const reads = ROUTES.filter(({ http, access }) => http.method === 'get' && access.by !== 'link')

/** Requests to each route that reads: plain, with each of its filters, in two pages, and with a key where one may. */
export const readRequests = (): RequestOfRecord[] => reads.flatMap(requestsOf)

function requestsOf(route: Route): RequestOfRecord[] {
  const { path } = route.http
  const parameters = queryParametersOf(route)
  const filters = parameters.filter(({ name, required }) => !PAGING.includes(name) && !required)
  const kept = KEPT[path]
  const plain = { ...readRequest(route, 'plain', {}), ...(kept && { keep: kept }) }
  const byKey =
    route.access.by === 'scope' && ASKED_BY[path] === undefined
      ? [readRequest(route, 'by key', {}, 'full')]
      : []
  const filtered = filters.map((parameter) =>
    readRequest(route, parameter.name, queryValue(path, parameter)),
  )
  const isPaged = parameters.some(({ name }) => name === 'cursor')
  return [plain, ...byKey, ...filtered, ...(isPaged ? inPages(route) : [])]
}

/** Asks for the first rows, and by the cursor for those behind them. */
function inPages(route: Route): RequestOfRecord[] {
  const cursor = `cursor-${routeName(route).replace(/^GET /, '')}`
  const fields = { ...GROUPED[route.http.path], limit: FIRST_ROWS }
  const first = readRequest(route, 'first page', fields)
  const rest = readRequest(route, 'next page', { ...fields, cursor: `<kept:${cursor}>` })
  return [{ ...first, keep: { [cursor]: NEXT_CURSOR } }, rest]
}
