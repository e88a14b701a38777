import { hasBody, ROUTES, type Route } from '../../src/testing/routes.ts'
import { WORLD_PASSWORD } from './make-people.ts'
import { usualCaller, readRequest, routeName } from './read-requests.ts'
import { brokenRequest } from './faults.ts'
import { requestBodyOf } from '../../src/kernel/door/http-binding.ts'
import { withJson, type RequestOfRecord } from './request-of-record.ts'

/** People who end the credential that they call with, or who need a password. */
const CALLERS: Readonly<Record<string, string>> = {
  'POST /tools/ai-score': 'owner',
  'PUT /auth/password': 'anna',
  'DELETE /auth/session': 'leaving',
}

/** Requests that change something, one at each route, those that delete last, and what routes read between and after. */
export function writeRequests(): RequestOfRecord[] {
  const writes = ROUTES.filter(
    ({ http }) => hasBody({ http } as Route) && requestBodyOf(http) !== 'beacon',
  )
  const deletes = ROUTES.filter(({ http }) => http.method === 'delete')
    .toReversed()
    .toSorted((a, b) => b.http.path.split('/').length - a.http.path.split('/').length)
  return [
    ...writes.flatMap(writeRequest),
    ...readsAgain('afterwards'),
    ...deletes.map((route) => validWrite(route, 'valid')),
    ...readsAgain('in the end', ['/sites', '/keys', '/org/audit', '/org/members', '/credits']),
  ]
}

function validWrite(route: Route, what: string): RequestOfRecord {
  const caller = CALLERS[routeName(route)] ?? usualCaller(route)
  const fields = LATE_FIELDS[routeName(route)]
  return brokenRequest(
    route,
    what,
    caller === 'anna' ? BY_ANNA : { caller, ...(fields && { fields }) },
  )
}

/** Fields that name what a request before has made. */
const LATE_FIELDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST /rules/:siteId/reorder': { ruleIds: ['<rul:4>', '<rul:2>', '<rul:1>', '<rul:3>'] },
}

const BY_ANNA = { headers: { authorization: 'Bearer <kept:anna>' } }

/** Makes the request once and, where it may be repeated, twice more under one key: as the same, and as another one. */
function writeRequest(route: Route): RequestOfRecord[] {
  const { http, access } = route
  const signsIn = routeName(route) === 'POST /auth/sign-in'
  const once = { ...validWrite(route, 'valid'), ...(signsIn && { keep: { anna: '/data/token' } }) }
  const isRepeatable =
    http.method === 'post' && http.idempotency !== 'none' && access.by !== 'public'
  if (http.ifMatch) return [once, ofAnyVersion(once)]
  if (!isRepeatable) return [once]
  const headers = { ...once.headers, 'idempotency-key': `key of ${http.path}` }
  const keyed = { ...once, headers }
  return [
    { ...keyed, name: `${once.name}, with a key` },
    { ...keyed, name: `${once.name}, repeated` },
    withJson({ ...keyed, name: `${once.name}, another under the key` }, { other: WORLD_PASSWORD }),
  ]
}

const ofAnyVersion = (request: RequestOfRecord): RequestOfRecord => ({
  ...request,
  name: `${request.name}, of any version`,
  headers: { ...request.headers, 'if-match': '*' },
})

const readsAgain = (when: string, paths?: readonly string[]): RequestOfRecord[] =>
  ROUTES.filter(
    ({ http, access }) =>
      http.method === 'get' && access.by !== 'link' && (paths?.includes(http.path) ?? true),
  ).map((route) => readRequest(route, when, {}))
