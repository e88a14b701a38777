import { expect, it } from 'vitest'
import * as z from 'zod'
import { queryDecoder } from './decode-query.ts'

const decode = queryDecoder(
  z.strictObject({
    path: z.string(),
    limit: z.int(),
    stale: z.boolean(),
    metrics: z.array(z.string()).min(1),
    kinds: z.array(z.string()),
    filters: z.array(z.object({ dimension: z.string() })),
  }),
)

const decoded = (query: string) => ({ ...decode(new URLSearchParams(query)) })

it('a list of text is read piece by piece, and may be empty', () => {
  expect(decoded('metrics=a,b')).toEqual({ metrics: ['a', 'b'] })
  expect(decoded('metrics=a&metrics=b,c')).toEqual({ metrics: ['a', 'b', 'c'] })
  expect(decoded('kinds=')).toEqual({ kinds: [] })
  expect(decoded('metrics=')).toEqual({ metrics: [''] })
})

it.each(['path=/a&path=/b', 'limit=1&limit=2', 'stale=true&stale=true', 'filters=[]&filters=[]'])(
  'one value that is sent twice becomes none that a schema takes: %s',
  (query) => {
    const [name = ''] = query.split('=')
    expect(decoded(query)[name]).toHaveLength(2)
    expect(decoded(query)[name]).toBeInstanceOf(Array)
  },
)
