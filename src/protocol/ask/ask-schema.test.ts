import { Ajv2020 } from 'ajv/dist/2020.js'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readAsk } from './read-ask.ts'

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

const validate = (name: string) =>
  new Ajv2020({ strict: true }).compile(read(`../spec/schemas/1.0/${name}.json`) as object)

const { vectors } = read('../spec/vectors/ask.json') as {
  vectors: { id: string; ask: unknown; expect: { ok: boolean; problems?: { code: string }[] } }[]
}

/** The codes of the problems that a schema cannot express. */
const BEYOND_SCHEMAS = new Set([
  'missing_variable',
  'stray_brace',
  'source_line',
  'value_too_long',
  'not_canonical',
])

describe('the schema of a Cited Ask', () => {
  const isAsk = validate('cited-ask')

  it.each(vectors.filter((vector) => vector.expect.ok))('takes what is read in $id', ({ ask }) => {
    expect(isAsk(ask)).toBe(true)
    expect(readAsk(ask).ok).toBe(true)
  })

  it.each(
    vectors.filter(
      ({ id, expect: { problems = [] } }) =>
        // An unseen default is a text to a schema.
        id !== 'K26' && problems.some(({ code }) => !BEYOND_SCHEMAS.has(code)),
    ),
  )('refuses what is refused in $id', ({ ask }) => {
    expect(isAsk(ask)).toBe(false)
  })
})

describe('the clauses', () => {
  it('hold to their schema', () => {
    expect(validate('clauses')(read('../data/clauses.json'))).toBe(true)
  })
})
