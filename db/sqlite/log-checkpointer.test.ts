import { statSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DataFolder } from '../../src/testing/data-folder.ts'
import {
  connectReader,
  connectWriter,
  checkpointLog,
  CHECKPOINT_BYTES,
  type SqliteConnection,
} from './connect.ts'
import { LogCheckpointer } from './log-checkpointer.ts'

let folder: DataFolder
let writer: SqliteConnection
beforeEach(() => {
  folder = new DataFolder()
  writer = connectWriter(folder.file)
  writer.exec('CREATE TABLE blob (bytes BLOB)')
})
afterEach(() => {
  writer.close()
  folder[Symbol.dispose]()
})

/** More than is copied back at once, and less than a commit would copy itself. */
function fillLog(): void {
  const insert = writer.prepare('INSERT INTO blob VALUES (zeroblob(1000000))')
  for (let i = 0; i < 18; i++) insert.run()
}

const unheard = (error: unknown): never => {
  throw error
}

/** Frames in the log by now, and those of them that are copied; copies nothing that was not copied before. */
const frames = (): unknown => writer.pragma('wal_checkpoint(PASSIVE)')

it('the log is copied back beside a writer, and the next write begins it anew', async () => {
  fillLog()
  await new Promise<void>((resolve) => {
    const log = new LogCheckpointer(
      folder.file,
      async () => {
        checkpointLog(folder.file)
        log[Symbol.dispose]()
        resolve()
      },
      unheard,
    )
  })
  writer.exec("INSERT INTO blob VALUES (x'00')")
  expect(statSync(`${folder.file}-wal`).size).toBe(CHECKPOINT_BYTES)
  expect(frames()).toEqual([{ busy: 0, log: 1, checkpointed: 1 }])
})

it('a checkpoint that failed is asked for again', async () => {
  fillLog()
  let times = 0
  const heard: unknown[] = []
  await new Promise<void>((resolve) => {
    const log = new LogCheckpointer(
      folder.file,
      async () => {
        times += 1
        if (times === 1) throw new Error('The thread is gone')
        log[Symbol.dispose]()
        resolve()
      },
      (error) => heard.push(error),
    )
  })
  expect(times).toBe(2)
  expect(heard).toEqual([new Error('The thread is gone')])
})

it('a checkpoint keeps what somebody still reads', () => {
  fillLog()
  const reader = connectReader(folder.file)
  const rows = reader.prepare('SELECT length(bytes) FROM blob').iterate()
  rows.next()
  writer.exec('DELETE FROM blob')
  checkpointLog(folder.file)
  expect([...rows]).toHaveLength(17)
  reader.close()
})
