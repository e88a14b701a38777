import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')

it('threads that start from sources know every task', () => {
  const tasks = [...source('tasks.ts').matchAll(/^export const (\w+)/gm)].map(([, name]) => name)
  const listed = [...source('tasks-from-source.js').matchAll(/^ {2}(\w+),$/gm)].map(
    ([, name]) => name,
  )
  expect(tasks.length).toBeGreaterThan(0)
  expect(new Set(listed)).toEqual(new Set(tasks))
})
