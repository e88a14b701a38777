import { gzipSync } from 'node:zlib'
import { queryParametersOf } from '../../src/testing/open-api.ts'
import {
  fieldsOf,
  hasBody,
  hasJsonBody,
  parametersOf,
  wrongFor,
  type Route,
} from '../../src/testing/routes.ts'
import { usualCaller, routeName } from './read-requests.ts'
import { bearer, writeQuery, type BodyOfRecord } from './request-of-record.ts'
import { neededFields, routePath } from './route-values.ts'
import { WRITE_BODIES } from './write-bodies.ts'

/** The difference from the valid request. */
export interface RequestChange {
  method?: string
  /** The path in place of the valid one, without its query. */
  path?: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  caller?: string
  /** Fields of the body in addition to the valid ones. */
  fields?: Readonly<Record<string, unknown>>
  body?: BodyOfRecord
}

/** One way to break a request; `turn` tells apart the requests that are broken in this way. */
export interface RequestFault {
  what: string
  /** Undefined for a route at which there is nothing to break in this way. */
  change(route: Route, turn: number): RequestChange | undefined
}

const NOBODY = 'nobody'
const LARGE = 6_000_000
/** Credentials that do not open anything, or not from everywhere. */
const DEAD = ['revoked', 'expired', 'ended', 'elsewhere']

const ofClosed =
  (change: RequestChange) =>
  ({ access }: Route): RequestChange | undefined =>
    access.by === 'public' || access.by === 'link' ? undefined : change

const ofBodies =
  (make: (route: Route) => RequestChange) =>
  (route: Route): RequestChange | undefined =>
    hasJsonBody(route) ? make(route) : undefined

const ofReads =
  (make: (route: Route) => RequestChange) =>
  (route: Route): RequestChange | undefined =>
    route.http.method === 'get' ? make(route) : undefined

const isAt = <T>(values: readonly T[], turn: number): T | undefined => values[turn % values.length]

const CREDENTIALS: readonly RequestFault[] = [
  { what: 'no credential', change: ofClosed({ caller: 'none' }) },
  {
    what: 'a credential that is none',
    change: ofClosed({ headers: { authorization: 'Bearer ctbk_made-up' } }),
  },
  {
    what: 'another scheme',
    change: ofClosed({ headers: { authorization: 'Basic YTpi' } }),
  },
  {
    what: 'a credential that does not open',
    change: (route, turn) => ofClosed({ caller: isAt(DEAD, turn) ?? '' })(route),
  },
  {
    what: 'too little right',
    change: ({ access }) => (access.by === 'scope' ? { caller: 'other' } : undefined),
  },
  {
    what: 'a key where people alone may',
    change: ({ access }) => (access.by === 'session' ? { caller: 'full' } : undefined),
  },
  {
    what: 'too low a role',
    change: ({ access, effect }) =>
      (access.by === 'session' && access.role !== 'viewer') ||
      (access.by === 'scope' && effect === 'write')
        ? { caller: 'viewer' }
        : undefined,
  },
]

const PLACES: readonly RequestFault[] = [
  {
    what: 'an id that nobody has',
    change: (route) =>
      parametersOf(route).length > 0 ? { path: pathWith(route, NOBODY) } : undefined,
  },
  {
    what: 'an id of another organization',
    change: (route) =>
      ['siteId', 'id'].includes(parametersOf(route)[0] ?? '') &&
      /^\/(?!org|keys|auth|web)/.test(route.http.path)
        ? {
            path: `/api/v1${route.http.path.replace(/:\w+/, '<site:lantern>').replaceAll(/:\w+/g, NOBODY)}`,
          }
        : undefined,
  },
  {
    what: 'a key of another site',
    change: (route) =>
      route.access.by === 'scope' && parametersOf(route).length > 0
        ? { caller: 'narrowed' }
        : undefined,
  },
  {
    what: 'an id that is too long',
    change: (route) =>
      parametersOf(route).length > 0 ? { path: pathWith(route, 'x'.repeat(65)) } : undefined,
  },
  {
    what: 'an id with a percent sign alone',
    change: (route) =>
      parametersOf(route).length > 0 ? { path: pathWith(route, '%') } : undefined,
  },
  { what: 'a slash behind', change: ofReads((route) => ({ path: `${pathWith(route)}/` })) },
  { what: 'in capitals', change: ofReads((route) => ({ path: upperCase(pathWith(route)) })) },
]

const QUERIES: readonly RequestFault[] = [
  { what: 'an unknown field in the query', change: () => ({ query: { nonsense: '1' } }) },
  {
    what: 'a wrong value in the query',
    change(route, turn) {
      const name = isAt(queryParametersOf(route), turn)?.name
      return name === undefined ? undefined : { query: { [name]: '\u0000' } }
    },
  },
  {
    what: 'a wrong type in the query',
    change(route, turn) {
      const typed = queryParametersOf(route).filter(({ schema }) => schema['type'] !== 'string')
      const name = isAt(typed, turn)?.name
      return name === undefined ? undefined : { query: { [name]: 'wrong' } }
    },
  },
  {
    what: 'a field twice in the query',
    change(route, turn) {
      const name = isAt(queryParametersOf(route), turn)?.name
      return name === undefined ? undefined : { path: `${pathWith(route)}?${name}=1&${name}=1` }
    },
  },
  {
    what: 'a cursor that is none',
    change: (route) => (isPaged(route) ? { query: { cursor: 'garbage' } } : undefined),
  },
  {
    what: 'a cursor of another list',
    change: (route) =>
      isPaged(route) && route.http.path !== '/sites'
        ? { query: { cursor: '<kept:cursor-/sites>' } }
        : undefined,
  },
  {
    what: 'a field of the body in the query',
    change(route, turn) {
      const name = isAt(Object.keys(WRITE_BODIES[routeName(route)] ?? {}), turn)
      return hasJsonBody(route) && name !== undefined ? { query: { [name]: '1' } } : undefined
    },
  },
]

const BODIES: readonly RequestFault[] = [
  { what: 'no JSON', change: ofBodies(() => ({ body: '{"a":}' })) },
  { what: 'a list in place of an object', change: ofBodies(() => ({ body: '[]' })) },
  {
    what: 'another content type',
    change: ofBodies(() => ({ headers: { 'content-type': 'text/html' } })),
  },
  { what: 'too large a body', change: ofBodies(() => ({ body: { repeat: ' ', times: LARGE } })) },
  {
    what: 'no UTF-8',
    change: ofBodies(() => ({
      body: { base64: Buffer.from('{"\u00e9":1}', 'latin1').toString('base64') },
    })),
  },
  {
    what: 'a broken coding',
    change: ofBodies(() => ({
      body: { base64: gzipSync('{}').subarray(0, -9).toString('base64') },
      headers: { 'content-encoding': 'gzip' },
    })),
  },
  { what: 'an unknown field', change: ofBodies(() => ({ fields: { nonsense: 1 } })) },
  { what: 'a text with NUL', change: ofBodies(() => ({ fields: { nonsense: 'a\u0000b' } })) },
  { what: 'a lone surrogate', change: ofBodies(() => ({ body: '{"name":"\\ud800"}' })) },
  {
    what: 'a wrong type',
    change(route, turn) {
      const fields = fieldsOf(route).filter(
        ({ name }) => !parametersOf(route).includes(name) && name !== 'ifMatch',
      )
      const field = hasJsonBody(route) ? isAt(fields, turn) : undefined
      return field && { fields: { [field.name]: wrongFor(field) } }
    },
  },
]

const HEADERS: readonly RequestFault[] = [
  { what: 'PATCH', change: () => ({ method: 'PATCH' }) },
  { what: 'HEAD', change: ofReads(() => ({ method: 'HEAD' })) },
  {
    what: 'OPTIONS of another origin',
    change: () => ({
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
    }),
  },
  { what: 'Accept of an image', change: ofReads(() => ({ headers: { accept: 'image/png' } })) },
  {
    what: 'Accept of CSV',
    change: ofReads(() => ({ headers: { accept: 'text/csv;q=0.9, */*;q=0.1' } })),
  },
  {
    what: 'If-Match of another version',
    change: ({ http }) => (http.ifMatch ? { headers: { 'if-match': '"999"' } } : undefined),
  },
  {
    what: 'too long an Idempotency-Key',
    change: ({ http }) =>
      http.method === 'post' && http.idempotency !== 'none'
        ? { headers: { 'idempotency-key': 'x'.repeat(256) } }
        : undefined,
  },
]

/** Every way in which a request is broken; a request is broken in one way alone. */
export const FAULTS: readonly RequestFault[] = [
  ...CREDENTIALS,
  ...PLACES,
  ...QUERIES,
  ...BODIES,
  ...HEADERS,
]

const isPaged = (route: Route): boolean =>
  queryParametersOf(route).some(({ name }) => name === 'cursor')

const upperCase = (path: string): string => path.replace('/api/v1', '/API/v1')

/** The path of the valid request, without a query; `other` is its last parameter. */
export const pathWith = ({ http }: Route, other?: string): string =>
  `/api/v1${routePath(http.method, http.path, other)}`

/** Makes a request of the change. */
export function brokenRequest(route: Route, what: string, change: RequestChange) {
  const needed = route.http.method === 'get' ? neededFields(route.http.path) : undefined
  const path = change.path ?? pathWith(route)
  const query = path.includes('?') ? '' : writeQuery({ ...needed, ...change.query })
  const fields = { ...WRITE_BODIES[routeName(route)], ...change.fields }
  const sendsBody = hasBody(route) && change.method === undefined
  return {
    name: `${routeName(route)}: ${what}`,
    method: change.method ?? route.http.method.toUpperCase(),
    path: `${path}${query}`,
    headers: {
      ...bearer(change.caller ?? usualCaller(route)),
      ...(sendsBody && { 'content-type': 'application/json' }),
      ...change.headers,
    },
    ...(sendsBody && { body: change.body ?? JSON.stringify(fields) }),
  }
}
