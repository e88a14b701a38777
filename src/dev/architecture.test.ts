import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const architecture = readFileSync(join(root, 'docs/architecture.md'), 'utf8')

const filesIn = (text: string): string[] =>
  [...text.matchAll(/`((?:src|db|tools)\/[\w./-]*(?:\.ts|\/))`/g)].flatMap(([, file]) => file ?? [])

const walks = architecture
  .split(/^## /m)
  .filter((section) => section.startsWith('Three walks'))
  .flatMap((section) => section.split(/^### /m).slice(1))

describe('docs/architecture.md', () => {
  it('names files and folders that exist', () => {
    const files = filesIn(architecture)
    expect(files.length).toBeGreaterThan(50)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it('has four walks, none of which comes to a file twice', () => {
    expect(walks).toHaveLength(4)
    for (const walk of walks) expect(filesIn(walk)).toEqual([...new Set(filesIn(walk))])
  })
})
