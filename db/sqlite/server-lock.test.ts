import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeServerLock } from './server-lock.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

it('one server at a time has the lock of a database, and leaves nothing behind', () => {
  const [file, other] = [join(folder, 'a.db'), join(folder, 'b.db')]
  {
    using lock = takeServerLock(file)
    expect(lock).toBeDefined()
    expect(() => takeServerLock(file)).toThrow(
      `${file} is served by another process, and SQLite is`,
    )
    using elsewhere = takeServerLock(other)
    expect(elsewhere).toBeDefined()
  }
  using next = takeServerLock(file)
  expect(next).toBeDefined()
  expect(statSync(`${file}-server`).size).toBe(0)
})
