import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { brokenValue, unsafeValue } from './broken-value.ts'
import { JUDGED_ONE_BY_ONE } from './drawn-fields.ts'
import type { Attempt, SampleRequest } from './fuzzed-service.ts'
import { bodyComplaint, bodySchema } from './open-api.ts'
import type { Route } from './routes.ts'

type Draws = readonly fc.WeightedArbitrary<Attempt>[]

const DEEP = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
const BOMB = gzipSync(Buffer.alloc(8_000_000, ' '))
const LARGE = Buffer.alloc(6_000_000, ' ')

const NO_JSON = [
  '{',
  '{"a":}',
  'null,',
  'NaN',
  "{'a':1}",
  '{"a":"\n"}',
  '\uFEFF\uFEFF{}',
  '{}{}',
  '{"a":01}',
  'undefined',
  '\0',
  '{"a":"\\x"}',
]
const NO_OBJECT = ['[]', 'null', '"text"', '1e999', 'true', '[{}]', '0']
const OTHER_TYPES = [
  'text/html',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'json',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
]

/** Bodies that a route must refuse, made from one that it takes. */
export function brokenBodies(route: Route, { path, body }: SampleRequest): Draws {
  const sent = (
    what: string,
    bytes: string | Buffer,
    headers: Record<string, string> = {},
  ): Attempt => ({
    what,
    path,
    body: bytes,
    headers,
  })
  const json = (what: string) => (value: unknown) => sent(what, JSON.stringify(value))
  const text = JSON.stringify(body)
  const one = <T>(values: readonly T[], make: (value: T) => Attempt) =>
    fc.constantFrom(...values).map(make)
  const wrongFields = brokenValue(body).filter((value) => isRefused(route, body, value))
  const draws: [weight: number, fc.Arbitrary<Attempt>][] = [
    [40, wrongFields.map(json('fields'))],
    [10, unsafeValue(body).map(json('NUL or a lone surrogate'))],
    [6, one(NO_JSON, (given) => sent('no JSON', given))],
    [4, one(NO_OBJECT, (given) => sent('no object', given))],
    [4, one(OTHER_TYPES, (type) => sent('another type', text, { 'content-type': type }))],
    [2, one([latin1(text), Buffer.from(text, 'utf16le')], (bytes) => sent('no UTF-8', bytes))],
    [3, one([...Object.keys(body), 'zz'], (name) => sent('a name twice', withTwice(text, name)))],
    [2, one([`{"zz":${DEEP}}`, DEEP], (given) => sent('ten thousand levels', given))],
    [1, one([LARGE], (given) => sent('six megabytes', given))],
    [1, one([BOMB], (given) => sent('a gzip bomb', given, { 'content-encoding': 'gzip' }))],
    [2, one(CODINGS, (coding) => sent('a wrong coding', text, { 'content-encoding': coding }))],
  ]
  return draws.map(([weight, arbitrary]) => ({ weight, arbitrary }))
}

const CODINGS = ['gzip', 'br', 'deflate', 'gzip, gzip', 'zz']

/** Says whether the document refuses a body; a body that it lets through may be valid as well. */
function isRefused(route: Route, body: SampleRequest['body'], value: unknown): boolean {
  if (!isObject(value)) return false
  if (!bodySchema(route)) return Object.keys(value).length > 0
  const field = JUDGED_ONE_BY_ONE[route.name] ?? ''
  const hasItems = field in value && Array.isArray(value[field]) && value[field].length > 0
  const judged = hasItems ? { ...value, [field]: body[field] } : value
  return bodyComplaint(route, judged) !== undefined
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The last of two fields of one name counts, and is wrong here. */
const withTwice = (text: string, name: string): string =>
  `${text.slice(0, -1)},${JSON.stringify(name)}:{"zz":[1]}}`

/** The same body with a name of two bytes that no UTF-8 has. */
const latin1 = (text: string): Buffer => Buffer.from(`{"\u00e9\u00ff":1,${text.slice(1)}`, 'latin1')
