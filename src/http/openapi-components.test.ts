import { expect, it } from 'vitest'
import { fullParameters, shareParameters } from './openapi-components.ts'
import type { JsonObject } from './openapi-schema.ts'

const parameter = (name: string, type = 'string'): JsonObject => ({
  name,
  in: 'query',
  schema: { type },
})
const operation = (...parameters: JsonObject[]): JsonObject => ({ parameters })

it('a parameter that several operations share stands once, and each operation has it in full', () => {
  const own = [parameter('limit'), parameter('site')]
  const operations = [operation(...own), operation(...own), operation(parameter('alone'))]
  const parameters = shareParameters(operations)
  expect(parameters).toEqual({ limit: parameter('limit'), site: parameter('site') })
  expect(operations[0]).toEqual({
    parameters: [
      { $ref: '#/components/parameters/limit' },
      { $ref: '#/components/parameters/site' },
    ],
  })
  expect(operations[2]).toEqual(operation(parameter('alone')))
  expect(operations.map((one) => fullParameters(one, { parameters }))).toEqual([
    own,
    own,
    [parameter('alone')],
  ])
  expect(() => fullParameters(operations[0] ?? {}, {})).toThrow('has no parameter')
})

it('the key of a parameter does not depend on how many operations share it, or in which order', () => {
  const text = () => operation(parameter('limit'))
  const number = () => operation(parameter('limit', 'integer'))
  const few = shareParameters([text(), text(), number(), number()])
  const many = shareParameters([number(), number(), number(), text(), text()])
  expect(few).toEqual(many)
  expect(Object.keys(few)).toEqual([
    expect.stringMatching(/^limit-[0-9a-f]{6}$/),
    expect.stringMatching(/^limit-[0-9a-f]{6}$/),
  ])
})
