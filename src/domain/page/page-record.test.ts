import { describe, expect, it } from 'vitest'
import { readAnalysis } from './page-analysis.ts'
import { emptyRecord, PageRecord, readRecord } from './page-record.ts'

describe('a record of a page', () => {
  it('is read although an earlier version wrote it and fields are missing', () => {
    const { robots, headings, title, url, ...rest } = {
      url: null,
      ...readRecord('{"title":"Tea","type":"docs","tags":["of an earlier release"]}'),
    }
    expect({ robots, headings, title, url }).toEqual({
      robots: { meta: [], header: [] },
      headings: [],
      title: 'Tea',
      url: null,
    })
    for (const value of Object.values(rest)) expect([null, [], false]).toContainEqual(value)
  })

  it('is read although fields have another form, which are as if they were not there', () => {
    const wrong = {
      title: 'Tea',
      h1: 5,
      headings: [{ level: 'two' }],
      canonicalUrl: {},
      wordCount: 'many',
      modifiedSource: 'rumour',
      robots: null,
      isDated: null,
      typeEvidence: { prices: 'many', cards: null },
      ownTags: 'tea',
    }
    expect(readRecord(JSON.stringify(wrong))).toEqual(readRecord('{"title":"Tea"}'))
  })

  it.each(['[]', 'null', '"Tea"', '5'])('of another form says nothing: %s', (stored) => {
    expect(readRecord(stored)).toEqual(emptyRecord())
  })

  it('is cut in every place, and has no half of a character', () => {
    const long = `${'a'.repeat(299)}\u{1F30A}${'b'.repeat(100_000)}`
    const heading = { level: 2, text: long, id: long }
    const record = PageRecord.parse({
      title: long,
      description: long,
      h1: long,
      canonicalUrl: long,
      author: long,
      headings: Array.from({ length: 1_000 }, () => heading),
      ownTags: Array.from({ length: 1_000 }, () => long),
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

describe('an analysis of a page', () => {
  const columns = { type: 'docs', type_source: 'dom', keyphrases: '[]', summary: '', sketch: null }

  it('is undefined where the page has none', () => {
    const none = { type: null, type_source: null, keyphrases: null, summary: null, sketch: null }
    expect(readAnalysis(none)).toBeUndefined()
  })

  it('is cut in every place, and has no half of a character', () => {
    const long = `${'a'.repeat(119)}\u{1F30A}${'b'.repeat(100_000)}`
    const phrases = Array.from({ length: 1_000 }, () => ({ text: long, weight: 1 }))
    const analysis = readAnalysis({
      ...columns,
      keyphrases: JSON.stringify(phrases),
      summary: long,
    })
    expect(analysis?.keyphrases).toHaveLength(50)
    expect(analysis?.keyphrases[0]?.text).toBe(`${'a'.repeat(119)}\uFFFD`)
    expect(JSON.stringify(analysis).length).toBeLessThan(20_000)
    expect(JSON.stringify(analysis).isWellFormed()).toBe(true)
  })
})
