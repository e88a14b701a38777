import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { OPERATIONS } from '../server/operations.ts'

const adapters = ['http', 'mcp'].flatMap((folder) => {
  const path = join(import.meta.dirname, '..', folder)
  return readdirSync(path)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => [`${folder}/${file}`, readFileSync(join(path, file), 'utf8')] as const)
})

/** Names and routes of operations that a source has as a text: what differs by operation is declared by it. */
const namedIn = (source: string): string[] =>
  OPERATIONS.flatMap(({ name, http }) => [name, ...(http ? [http.path] : [])]).filter((known) =>
    source.includes(`'${known}'`),
  )

describe('an adapter', () => {
  it.each(adapters)('knows no operation by name: %s', (_, source) => {
    expect(namedIn(source)).toEqual([])
  })

  it('is found where it knows an operation by name', () => {
    expect(namedIn("const own = new Map([['auth.signIn', 20]])")).toEqual(['auth.signIn'])
  })
})
