import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Citable } from './citable.ts'

/** This function never runs: the compiler finds each of these mistakes, and would complain of a line without one. */
export async function mistakes(citable: Citable): Promise<void> {
  // @ts-expect-error no such route
  await citable.call('GET /site')
  // @ts-expect-error no such method of the route
  await citable.call('PATCH /sites')
  // @ts-expect-error the parameter of the address is missing
  await citable.call('GET /sites/{id}')
  // @ts-expect-error it has another name
  await citable.call('GET /sites/{id}', { path: { siteId: 'site_1' } })
  // @ts-expect-error a number is no id
  await citable.call('GET /sites/{id}', { path: { id: 1 } })
  // @ts-expect-error no such parameter in the query
  await citable.call('GET /sites', { query: { page: 2 } })
  // @ts-expect-error the parameter takes a number
  await citable.call('GET /sites', { query: { limit: '2' } })
  const path = { siteId: '' }
  // @ts-expect-error no such value of the parameter
  await citable.call('GET /analytics/{siteId}/ai', { path, query: { fill: 'all' } })
  // @ts-expect-error a field of the body is missing
  await citable.call('POST /keys', { body: { name: 'CI' } })
  // @ts-expect-error no such field of the body
  await citable.call('POST /keys', { body: { scopes: ['*'], until: '2027' } })
  // @ts-expect-error no such scope
  await citable.call('POST /keys', { body: { scopes: ['sites:delete'] } })
  // @ts-expect-error the route takes no body
  await citable.call('GET /sites', { body: {} })
  // @ts-expect-error the route knows no such header
  await citable.call('GET /sites', { headers: { 'Idempotency-Key': 'x' } })
  const { data, meta } = await citable.call('GET /sites')
  // @ts-expect-error no such field of the answer
  expect(data[0]?.title).toBeUndefined()
  // @ts-expect-error no such field next to it
  expect(meta.total).toBeUndefined()
  const items: unknown[] = []
  // @ts-expect-error a site is no list
  for await (const site of citable.items('GET /sites/{id}', { path: { id: '' } })) items.push(site)
  // @ts-expect-error the route has no events
  for await (const event of citable.events('GET /sites')) items.push(event)
  // @ts-expect-error the export has no such form
  citable.stream('GET /analytics/{siteId}/export', 'text/html', { path: { siteId: '' } })
}

const OWN_TYPES = join(import.meta.dirname, '../../node_modules/@types')

it.each([
  ['browsers', ['ES2023', 'DOM', 'DOM.Iterable'], []],
  ['Node', ['ES2023'], ['node']],
])('the client compiles with the types of %s alone', (_, lib, types) => {
  const text = readFileSync(join(import.meta.dirname, 'citable.ts'), 'utf8')
  // Compilers before TypeScript 6 have the iterator of streams in a library of its own, DOM.AsyncIterable.
  expect(text).not.toMatch(/for await \(.* of [\w.]*\bbody\b/)
  const folder = mkdtempSync(join(tmpdir(), 'citable-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const strictness = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
  }
  const form = {
    target: 'ES2022',
    module: 'nodenext',
    allowImportingTsExtensions: true,
    noEmit: true,
  }
  const compilerOptions = { ...strictness, ...form, lib, types, typeRoots: [OWN_TYPES] }
  const files = [join(import.meta.dirname, 'citable.ts')]
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const compiler = join(OWN_TYPES, '../typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], {
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([0, ''])
})

it('a wrong path, parameter or field is an error of the compiler', () => {
  expect(mistakes).toBeTypeOf('function')
})
