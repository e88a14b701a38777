import { afterAll, beforeAll, expect, it } from 'vitest'
import { OPERATIONS } from '../server/operations.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { fullParameters } from './openapi-components.ts'
import { openApiDocument } from './openapi.ts'

interface Parameter {
  in: string
  name: string
  schema?: { type?: string; contentSchema?: object }
  example?: string
}

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app[Symbol.asyncDispose]())

const document = openApiDocument(OPERATIONS, '1.0.0')
const described = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.values(item).flatMap((operation) =>
    // @NOTE the parameters that our own document describes.
    (fullParameters(operation, document.components) as unknown as Parameter[]).map((parameter) => ({
      path,
      parameter,
    })),
  ),
)

it('generators of clients can read every parameter and list, and send the examples as they are', async () => {
  expect(JSON.stringify(document)).not.toContain('"items":false')
  const key = await app.key(await app.org('enterprise'))
  const siteId = await app.site(key)
  const sent: string[] = []
  for (const { path, parameter } of described) {
    const { name, schema, example } = parameter
    expect([path, name, typeof schema]).toEqual([path, name, 'object'])
    const isText = schema?.contentSchema === undefined || schema.type === 'string'
    expect([path, name, isText]).toEqual([path, name, true])
    if (example === undefined) continue
    const search = new URLSearchParams({ [name]: example, dimensions: 'path' })
    const address = path.replace('{siteId}', siteId)
    if (!/\/(ai|export)$/.test(address)) continue
    const { status } = await app.api('GET', `${address}?${search.toString()}`, { token: key })
    expect([path, name, status]).toEqual([path, name, 200])
    sent.push(name)
  }
  // Of one site and of several, the query and its export.
  expect(sent).toEqual(Array.from({ length: 4 }, () => ['filters', 'having']).flat())
})
