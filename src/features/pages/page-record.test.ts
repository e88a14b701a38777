import { describe, expect, it } from 'vitest'
import { PageRecord } from './page-record.ts'

describe('a record of a page', () => {
  it('of an earlier version lacks fields, and is read all the same', () => {
    const { robots, headings, title, url, ...rest } = {
      url: null,
      ...PageRecord.parse({ title: 'Tea' }),
    }
    expect({ robots, headings, title, url }).toEqual({
      robots: { meta: [], header: [] },
      headings: [],
      title: 'Tea',
      url: null,
    })
    for (const value of Object.values(rest)) expect([null, []]).toContainEqual(value)
  })

  it('is cut in every place, and has no half of a character', () => {
    const long = `${'a'.repeat(299)}\u{1F30A}${'b'.repeat(100_000)}`
    const heading = { level: 2, text: long, id: long }
    const record = PageRecord.parse({
      title: long,
      description: long,
      h1: long,
      canonicalUrl: long,
      summary: long,
      author: long,
      headings: Array.from({ length: 1_000 }, () => heading),
      keyphrases: Array.from({ length: 1_000 }, () => ({ text: long, weight: 1 })),
      tags: Array.from({ length: 1_000 }, () => long),
      schemaTypes: Array.from({ length: 1_000 }, () => long),
      issues: Array.from({ length: 1_000 }, () => long),
      robots: { meta: Array.from({ length: 1_000 }, () => long), header: [] },
    })
    expect(record.title).toBe(`${'a'.repeat(299)}\uFFFD`)
    expect(record.canonicalUrl).toBeNull()
    expect(record.headings).toHaveLength(100)
    expect(JSON.stringify(record).length).toBeLessThan(100_000)
    expect(JSON.stringify(record).isWellFormed()).toBe(true)
  })
})
