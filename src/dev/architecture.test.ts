import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (page: string): string => readFileSync(join(root, page), 'utf8')

const filesIn = (text: string): string[] =>
  [...text.matchAll(/`((?:src|db|tools)\/[\w./-]*(?:\.ts|\/))`/g)].flatMap(([, file]) => file ?? [])

const walksIn = (text: string, heading: string): string[] =>
  text
    .split(/^## /m)
    .filter((section) => section.startsWith(heading))
    .flatMap((section) => section.split(/^### /m).slice(1))

describe.each(['docs/architecture.md', 'docs/folders.md', 'docs/data-flow.md'])('%s', (page) => {
  it('names files and folders that exist', () => {
    const files = filesIn(read(page))
    expect(files.length).toBeGreaterThan(50)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})

describe.each([
  ['docs/architecture.md', 'Four walks'],
  ['docs/data-flow.md', 'Walks, file by file'],
])('%s', (page, heading) => {
  it('has four walks, none of which comes to a file twice', () => {
    const walks = walksIn(read(page), heading)
    expect(walks).toHaveLength(4)
    for (const walk of walks) expect(filesIn(walk)).toEqual([...new Set(filesIn(walk))])
  })
})

// The README of the protocol is that of its package.
const rooms = [
  ...readdirSync(join(root, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'protocol')
    .map(({ name }) => `src/${name}`),
  'db',
  'tools',
  'examples',
  'bench',
  'interop',
]

it.each(rooms)('%s says what it holds, and what it must not hold', (room) => {
  const text = read(join(room, 'README.md'))
  expect(text).toMatch(/^Here: \S/m)
  expect(text).toMatch(/^Not here: \S/m)
})

it.each([
  ['README.md', 150],
  ['docs/architecture.md', 120],
])('%s has at most %i lines', (page, most) => {
  expect(read(page).trimEnd().split('\n').length).toBeLessThanOrEqual(most)
})
