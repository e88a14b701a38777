import { expect, it } from 'vitest'
import { traceIdOf } from './trace-id.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

it('a traceparent of any version but ff gives its trace', () => {
  expect(traceIdOf(`00-${TRACE}-${PARENT}-01`)).toBe(TRACE)
  expect(traceIdOf(`cc-${TRACE}-${PARENT}-00`)).toBe(TRACE)
})

it.each([
  undefined,
  7,
  '',
  [`00-${TRACE}-${PARENT}-01`],
  `ff-${TRACE}-${PARENT}-01`,
  `00-${'0'.repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01\n`,
  ` 00-${TRACE}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01-more`,
  `00-${TRACE}-${PARENT}-0g`,
  `00-${TRACE}-${PARENT}`,
])('%j is no traceparent', (text) => {
  expect(traceIdOf(text)).toBeUndefined()
})
