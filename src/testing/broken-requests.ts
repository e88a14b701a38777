import * as fc from 'fast-check'
import { brokenBodies } from './broken-bodies.ts'
import type { Attempt, FuzzCaller, SampleRequest } from './fuzzed-service.ts'
import { queryParametersOf } from './open-api.ts'
import { hasBody, hasJsonBody, parametersOf, pathOf, type Route } from './routes.ts'
import { requestBodyOf } from '../kernel/door/http-binding.ts'
import { queryText } from './valid-requests.ts'

const NO_IDS = [
  '%00',
  '%',
  '%zz',
  '%E0%A4%A',
  'x'.repeat(65),
  'x'.repeat(8_000),
  '..%2f..',
  '__proto__',
  "'%20OR%201=1--",
  '%F0%9F%8C%8A',
  'none',
]
const NO_CREDENTIALS = [
  'Bearer',
  'Bearer ctbk_short',
  'Basic YTpi',
  'Bearer a b',
  'zz',
  `Bearer ctbs_${'0'.repeat(49)}`,
  `Bearer ${'x'.repeat(7_000)}`,
  'Bearer \u00e9',
]

/** Requests that a route must refuse, made from one that it answers. */
export function brokenRequests(
  route: Route,
  sample: SampleRequest,
  caller: FuzzCaller,
): fc.Arbitrary<Attempt> {
  const draws = [
    ...(hasJsonBody(route) ? brokenBodies(route, sample) : []),
    ...(requestBodyOf(route.http) === 'beacon' ? [] : brokenQueries(route, sample)),
    ...(parametersOf(route).length > 0
      ? [{ weight: 8, arbitrary: brokenPaths(route, sample) }]
      : []),
    { weight: 5, arbitrary: cutOff(route, sample, caller) },
    { weight: 3, arbitrary: brokenHeaders(route, sample) },
  ]
  return fc.oneof(...draws)
}

const textOf = ({ body }: SampleRequest): string => JSON.stringify(body)

function brokenPaths(route: Route, sample: SampleRequest): fc.Arbitrary<Attempt> {
  const body = hasBody(route) ? { body: textOf(sample) } : {}
  return fc
    .constantFrom(...NO_IDS)
    .map((id) => ({ what: `the id ${id.slice(0, 20)}`, path: pathOf(route, id), ...body }))
}

function brokenQueries(route: Route, sample: SampleRequest): fc.WeightedArbitrary<Attempt>[] {
  const body = hasBody(route) ? { body: textOf(sample) } : {}
  const request = (what: string, query: string): Attempt => {
    const own = queryText(route, sample.query)
    return { what, path: `${sample.path}${own === '' ? '?' : `${own}&`}${query}`, ...body }
  }
  const foreign = fc
    .tuple(
      fc.constantFrom('zz', '__proto__', 'constructor', 'a[b]', '%00', 'siteId[]', '%FF'),
      fc.constantFrom('1', '', '%00', 'x'.repeat(5_000), '%ED%A0%80'),
    )
    .map(([name, value]) => request('a parameter that nobody knows', `${name}=${value}`))
  const wrong = queryParametersOf(route).flatMap(({ name, schema, isJson }) =>
    wrongTexts(schema, isJson).map((value) =>
      request(`the parameter ${name}`, `${name}=${encodeURIComponent(value)}`),
    ),
  )
  const twice = queryParametersOf(route)
    .filter(({ schema }) => schema['type'] !== 'array')
    .map(({ name }) => request(`${name} twice`, `${name}=1&${name}=1`))
  const known = [...wrong, ...twice]
  return [
    { weight: 10, arbitrary: foreign },
    ...(known.length > 0 ? [{ weight: 25, arbitrary: fc.constantFrom(...known) }] : []),
  ]
}

/** Lists texts that are not a value of the parameter, with any other fields of the request. */
function wrongTexts(schema: Readonly<Record<string, unknown>>, isJson: boolean): string[] {
  if (isJson) return ['{', '[[]]', '[{}]', 'x', '[1e999]', '[{"__proto__":1}]']
  if (schema['enum'] !== undefined) return ['zz', '', 'x'.repeat(3_000), 'a\0']
  switch (schema['type']) {
    case 'integer':
      return ['x', '1.5', '-1', '1e3', '٣', '', '999999999999', 'NaN']
    case 'boolean':
      return ['yes', '1', 'TRUE', '']
    case 'array':
      return ['zz', ',', 'zz,', 'a\0']
    default: {
      const most = schema['maxLength']
      return ['a\0', ...(typeof most === 'number' ? ['x'.repeat(most + 1)] : [])]
    }
  }
}

function brokenHeaders(route: Route, sample: SampleRequest): fc.Arbitrary<Attempt> {
  const body = hasBody(route) ? { body: textOf(sample) } : {}
  const request = (what: string, parts: Partial<Attempt>): Attempt => ({
    what,
    path: `${sample.path}${queryText(route, sample.query)}`,
    ...body,
    ...parts,
  })
  const named = [
    ...['PATCH', 'TRACE', 'PROPFIND'].map((method) => request(method, { method })),
    request('100 kB of headers', { headers: { 'x-flood': 'x'.repeat(100_000) } }),
    request('3,000 headers', {
      headers: Object.fromEntries(
        Array.from({ length: 3_000 }, (_, i) => [`x-flood-${i}`, '1234567890']),
      ),
    }),
  ]
  const raw = requestBodyOf(route.http) === 'beacon'
  const credentials = raw
    ? []
    : NO_CREDENTIALS.map((authorization) =>
        request('no credential', { headers: { authorization } }),
      )
  const others = raw ? [] : [request('Accept', { headers: { accept: 'image/png' } })]
  const keyed =
    route.http.method === 'post' &&
    route.http.idempotency !== 'none' &&
    route.access.by !== 'public' &&
    !raw
  const keys = keyed
    ? [request('Idempotency-Key', { headers: { 'idempotency-key': 'x'.repeat(256) } })]
    : []
  return fc.constantFrom(...named, ...credentials, ...others, ...keys)
}

/** Requests whose bytes are no request of HTTP, or not all of one. */
function cutOff(route: Route, sample: SampleRequest, caller: FuzzCaller): fc.Arbitrary<Attempt> {
  const { headers } = caller
  const head = (...lines: string[]): string =>
    [
      `${route.http.method.toUpperCase()} ${sample.path}${queryText(route, sample.query)} HTTP/1.1`,
      'Host: localhost',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...lines,
      '',
      '',
    ].join('\r\n')
  const text = textOf(sample)
  const chunked = head('Transfer-Encoding: chunked')
  const length = Buffer.byteLength(text)
  const always = [
    `${chunked}zz\r\n${text}\r\n0\r\n\r\n`,
    `${head('Transfer-Encoding: chunked', `Content-Length: ${length}`)}${text}`,
    `${head('Transfer-Encoding: zz')}${text}`,
    `${head('Content-Length: -1')}${text}`,
    `${head('Content-Length: 1', 'Content-Length: 2')}${text}`,
    head('X-Broken\u0001: 1'),
    head('Host: elsewhere'),
    head(' folded: 1'),
    head('X-End: 1').replace('HTTP/1.1', 'HTTP/9.9'),
  ]
  // A route that reads no body does not wait for the end of one.
  const ofBodies = [
    `${chunked}ff\r\n${text.slice(0, 5)}`,
    `${chunked}${length.toString(16)}\r\n${text}\r\n`,
    `${head(`Content-Length: ${length + 10}`)}${text}`,
    `${head(`Content-Length: ${Math.max(1, length - 1)}`)}${text}`,
  ]
  return fc.constantFrom(...always, ...(hasBody(route) ? ofBodies : [])).map((bytes) => ({
    what: `the bytes ${bytes.slice(-200)}`,
    path: sample.path,
    raw: Buffer.from(bytes),
  }))
}
