import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

/** What each layer may import from this repository. Read top-down: lower lines never import higher ones. */
const ALLOWED: Record<string, readonly string[]> = {
  db: [],
  'src/core': ['db'],
  'src/queue': ['src/core', 'db'],
  'src/auth': ['src/core', 'db'],
  'src/net': ['src/core'],
  'src/features': ['src/core', 'src/auth', 'src/queue', 'src/net', 'db'],
  'src/http': ['src/core', 'src/auth'],
  'src/mcp': ['src/core', 'src/auth'],
  tools: ['src/mcp', 'src/features', 'src/core'],
}
/** Packages only one layer may know. */
const OWNED: Record<string, readonly string[]> = {
  express: ['src/http', 'src/app.ts'],
  'better-sqlite3': ['db'],
  '@modelcontextprotocol/server': ['src/mcp'],
  '@modelcontextprotocol/node': ['src/mcp'],
  'p-queue': ['src/queue'],
}

const root = process.cwd()
const layerOf = (file: string) => Object.keys(ALLOWED).find((layer) => file.startsWith(`${layer}/`))
const files = ['src', 'tools', 'db']
  .flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((f) => join(top, f)),
  )
  .filter((f) => f.endsWith('.ts') && !f.endsWith('.test.ts'))

describe('layers', () => {
  it('sees the source', () => expect(files.length).toBeGreaterThan(5))

  it.each(files)('%s', (file) => {
    const specifiers = [
      ...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?'([^']+)'/g),
    ].map((m) => m[1] ?? '')
    const layer = layerOf(file)
    const bad = specifiers.filter((specifier) => {
      if (specifier.startsWith('.')) {
        const target = layerOf(relative(root, join(root, dirname(file), specifier)))
        return (
          layer !== undefined && target !== layer && !(target && ALLOWED[layer]?.includes(target))
        )
      }
      const owner = Object.keys(OWNED).find(
        (pkg) => specifier === pkg || specifier.startsWith(`${pkg}/`),
      )
      return (
        owner !== undefined &&
        !OWNED[owner]?.some((place) => file === place || file.startsWith(`${place}/`))
      )
    })
    expect(bad).toEqual([])
  })
})
