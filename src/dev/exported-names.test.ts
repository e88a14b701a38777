import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Every migration has an `up`, and a task of a thread has the name of the function that it loads. */
const SAME_ON_PURPOSE = [/^db\/migrations\/0/, /^src\/server\/tasks\.ts$/]

const EXPORTED =
  /^export (?:abstract |async )*(?:const|let|function\*?|class|interface|type) (\w+)/gm

const files = ['src', 'tools', 'db', 'bench']
  .flatMap((top) => readdirSync(join(root, top), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((file) => !SAME_ON_PURPOSE.some((place) => place.test(file)))

it('an exported name is declared in one file of the repository', () => {
  const filesByName = new Map<string, string[]>()
  for (const file of files) {
    const names = readFileSync(join(root, file), 'utf8').matchAll(EXPORTED)
    // A schema and the type that it stands for have one name.
    for (const name of new Set([...names].map(([, exported = '']) => exported))) {
      filesByName.set(name, [...(filesByName.get(name) ?? []), file])
    }
  }
  expect(filesByName.size).toBeGreaterThan(1_000)
  expect([...filesByName].filter(([, places]) => places.length > 1)).toEqual([])
})
