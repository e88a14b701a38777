import { expect, it } from 'vitest'
import { Sqlite } from '../binding.ts'
import { PageHeadings } from './page-headings.ts'

function openRecords() {
  const connection = new Sqlite(':memory:')
  connection.exec(
    'CREATE TABLE page_record (page_num INTEGER PRIMARY KEY, body_hash BLOB, record TEXT)',
  )
  const write = connection.prepare('REPLACE INTO page_record VALUES (?, ?, ?)')
  const store = (page: number, body: number, record: object | null) =>
    write.run(page, Buffer.alloc(32, body), record && JSON.stringify(record))
  return { store, pages: new PageHeadings(connection) }
}

const recordOf = (...texts: string[]) => ({
  title: 'Tides',
  h1: null,
  headings: texts.map((text) => ({ level: 2, text, id: null })),
})

it('PageHeadings gives title and headings, the same index until another body was read', () => {
  const { store, pages } = openRecords()
  store(1, 1, recordOf('Spring', 'Neap'))
  const first = pages.of(1)
  expect(first!.texts).toEqual(['Tides', 'Spring', 'Neap'])
  expect(pages.of(1)).toBe(first)
  store(1, 2, recordOf('Ebb'))
  expect(pages.of(1)!.texts).toEqual(['Tides', 'Ebb'])
})

it('a page that no scan has read has no headings', () => {
  const { store, pages } = openRecords()
  store(1, 1, null)
  expect([pages.of(0), pages.of(1), pages.of(2)]).toEqual([null, null, null])
  store(1, 1, {})
  expect(pages.of(1)!.texts).toEqual([])
})

it('PageHeadings caches a bounded number, and reads again what it let go', () => {
  const { store, pages } = openRecords()
  const texts = Array.from({ length: 500 }, (_, i) => `${i} ${'x'.repeat(1_000)}`)
  for (let page = 1; page <= 600; page++) store(page, 1, recordOf(...texts))
  const first = pages.of(1)
  expect(first!.texts).toHaveLength(101)
  expect(Math.max(...first!.texts.map((text) => text.length))).toBe(300)
  for (let page = 2; page <= 600; page++) pages.of(page)
  expect(pages.of(600)).toBe(pages.of(600))
  expect(pages.of(1)).not.toBe(first)
  expect(pages.of(1)).toEqual(first)
})
