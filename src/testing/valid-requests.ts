import * as fc from 'fast-check'
import { fieldHints, wholeInput } from './drawn-fields.ts'
import { drawnFrom } from './drawn-value.ts'
import type { Attempt, FuzzCaller, SampleRequest } from './fuzzed-service.ts'
import { bodyComplaint, bodySchema, queryParametersOf } from './open-api.ts'
import { hasBody, type Route } from './routes.ts'

type Fields = Readonly<Record<string, unknown>>

/** Draws fields for a route by its schemas; the sample has the others. */
export function drawnInput(route: Route, { home }: FuzzCaller): fc.Arbitrary<Fields> {
  const whole = wholeInput(route.name, home)
  // @NOTE what draws a whole input is written for an object.
  if (whole) return whole as fc.Arbitrary<Fields>
  const hints = fieldHints(route.name, home)
  const schema = hasBody(route) ? bodySchema(route) : querySchema(route)
  return (schema ? drawnFrom(schema, hints) : fc.constant({})) as fc.Arbitrary<Fields>
}

const querySchema = (route: Route) => ({
  type: 'object',
  properties: Object.fromEntries(
    queryParametersOf(route).map(({ name, schema }) => [name, schema]),
  ),
  required: queryParametersOf(route).flatMap(({ name, required }) => (required ? [name] : [])),
})

/** Makes the request of a sample with drawn fields. Throws where the document takes no such body. */
export function validRequest(route: Route, sample: SampleRequest, drawn: Fields): Attempt {
  if (!hasBody(route)) {
    return {
      what: 'valid',
      path: `${sample.path}${queryText(route, { ...sample.query, ...drawn })}`,
    }
  }
  const path = `${sample.path}${queryText(route, sample.query)}`
  const fields = { ...sample.body, ...drawn }
  if (!bodySchema(route)) return { what: 'valid', path }
  const complaint = bodyComplaint(route, fields)
  if (complaint !== undefined) {
    throw new Error(`docs/openapi.json does not take the sample of ${route.name}: ${complaint}`)
  }
  return { what: 'valid', path, body: JSON.stringify(fields) }
}

/** Writes a query as the document says: lists of text with commas, and other values that are not bare as JSON. */
export function queryText(route: Route, fields: Fields): string {
  const asJson = new Set(
    queryParametersOf(route).flatMap(({ name, isJson }) => (isJson ? [name] : [])),
  )
  const pairs = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    asJson.has(name) ? JSON.stringify(value) : String(value),
  ])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}
