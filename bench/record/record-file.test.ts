import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { differenceOf, readRecordFile, shortened, writeRecordFile } from './record-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'citable-record-'))
afterAll(() => rmSync(folder, { recursive: true }))

const request = { name: 'a', method: 'GET', path: '/a', headers: {} }
const answer = { status: 200, headers: { vary: 'Origin' }, body: '{"a":1}' }

it('a record is read as it was written', () => {
  const entries = [
    { request, answer },
    { request: { ...request, name: 'b' }, answer: { ...answer, headers: {}, body: 'ü\n' } },
  ]
  const file = join(folder, 'record.ndjson')
  writeRecordFile(file, entries)
  expect(readRecordFile(file)).toEqual(entries)
})

it('tells a difference in the status, a header, the order of keys, and far behind in a long body', () => {
  const long = { ...answer, body: `${'x'.repeat(5_000)}a` }
  expect(differenceOf(answer, { ...answer })).toBeUndefined()
  expect(differenceOf(shortened(long), long)).toBeUndefined()
  expect(differenceOf(answer, { ...answer, status: 201 })).toBe('  status 200 → 201')
  expect(differenceOf(answer, { ...answer, headers: {} })).toBe('  header vary: Origin → none')
  const [before, after] = ['{"a":1,"b":2}', '{"b":2,"a":1}']
  expect(differenceOf({ ...answer, body: before }, { ...answer, body: after })).toContain('body')
  const other = { ...long, body: `${'x'.repeat(5_000)}b` }
  expect(differenceOf(shortened(long), other)).toContain('5001 characters')
  expect(differenceOf(long, other)).toMatch(/- "x{80}a"\n.*\+ "x{80}b"/)
})
