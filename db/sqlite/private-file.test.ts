import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolder } from '../../src/testing/data-folder.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { connectWriter } from './connect.ts'
import { makePrivateFile } from './private-file.ts'

let data: DataFolder
let umask: number

beforeEach(() => {
  data = new DataFolder()
  umask = process.umask(0)
})

afterEach(() => {
  process.umask(umask)
  data[Symbol.dispose]()
})

const rightsOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
const never = (file: string): never => {
  throw new Error(`${file} stays open to others`)
}

describe('private files', () => {
  it.each([0, 0o022, 0o277])(
    'the files of a service are for its owner alone, with umask %o',
    async (mask) => {
      const directory = join(data.path, 'new', 'folder')
      mkdirSync(join(data.path, 'new'))
      process.umask(mask)
      await using app = await TestApp.start({ directory })
      process.umask(0)
      await app.key(await app.org())
      expect(rightsOf(directory)).toBe('700')
      for (const name of [
        '.db',
        '.db-wal',
        '.db-shm',
        '.db-limits',
        '.db-limits-wal',
        '.db-server',
        '.key',
      ]) {
        expect([name, rightsOf(join(directory, `citable${name}`))]).toEqual([name, '600'])
      }
    },
  )

  it('files that were open to others are closed to them, and get no further rights', () => {
    const writer = connectWriter(data.file)
    writer.exec('CREATE TABLE word (text)')
    const parts = ['', '-wal', '-shm'].map((part) => data.file + part)
    for (const part of parts) chmodSync(part, 0o666)
    makePrivateFile(data.file, never)
    expect(parts.map(rightsOf)).toEqual(['600', '600', '600'])
    chmodSync(data.file, 0o444)
    makePrivateFile(data.file, never)
    expect(rightsOf(data.file)).toBe('400')
    expect(rightsOf(data.path)).toBe('700')
    writer.exec("INSERT INTO word VALUES ('still locked')")
    writer.close()
  })

  it('a folder that was there stays as it is', () => {
    const folder = join(data.path, 'shared')
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    makePrivateFile(join(folder, 'a.db'), never)
    expect(rightsOf(folder)).toBe('755')
  })

  it('a database is no folder, and lies in no folder that is a file', () => {
    expect(() => makePrivateFile(data.path, never)).toThrow(
      `${data.path} is no file, so it is no database`,
    )
    const file = join(data.path, 'file')
    writeFileSync(file, '')
    expect(() => makePrivateFile(join(file, 'a.db'), never)).toThrow(
      `${join(file, 'a.db')} cannot be read and written: not a directory`,
    )
  })
})
