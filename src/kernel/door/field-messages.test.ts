import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { fieldErrors } from './field-errors.ts'

const messagesOf = (schema: z.ZodType, input: unknown): string[] => {
  const { error } = schema.safeParse(input)
  return error ? fieldErrors(error, input).map(({ message }) => message) : []
}

describe('the words for a value of the right type', () => {
  it.each([
    [z.array(z.string()).min(1), [], 'Must have at least 1 entry'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Must have at most 2 entries'],
    [z.string().min(1), '', 'Must have at least 1 character'],
    [z.string().max(2), 'abc', 'Must have at most 2 characters'],
    [z.int().min(1), 0, 'Must be at least 1'],
    [z.int().max(100), 1_000, 'Must be at most 100'],
    [z.number().positive(), 0, 'Must be more than 0'],
    [z.number().lt(1), 1, 'Must be less than 1'],
    [
      z.iso.datetime({ offset: true }),
      'yesterday',
      'Must be a time with its zone, such as 2026-01-31T12:00:00Z',
    ],
    [z.iso.date(), 'yesterday', 'Must be a day such as 2026-01-31'],
  ])('%#: are those of a caller', (schema: z.ZodType, input: unknown, message) => {
    expect(messagesOf(schema, input)).toEqual([message])
  })

  it('are those of the schema where it has some', () => {
    expect(messagesOf(z.string().min(2, 'Say more'), 'a')).toEqual(['Say more'])
    expect(messagesOf(z.iso.datetime('When?'), 'soon')).toEqual(['When?'])
  })
})
