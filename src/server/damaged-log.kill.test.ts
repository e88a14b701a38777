import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectWriter } from '../../db/sqlite/connect.ts'
import { makeBatch, pathsOf, postBatch } from '../testing/collect-load.ts'
import { overwrite } from '../testing/damage-file.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli } from '../testing/run-cli.ts'
import { inspectData, storedPaths } from '../testing/stored-events.ts'
import { framesOf, type LogFrame } from '../testing/write-ahead-log.ts'

const FOUND = 'a part of the data cannot be read'
const PAGE = 24

let data: DataFolder
beforeEach(() => {
  data = new DataFolder()
})
afterEach(() => data[Symbol.dispose]())

interface Readiness {
  parts: Record<string, { status: string; reason?: string }>
}

async function databaseOf(url: string) {
  const answer = await fetch(`${url}/readyz`)
  // @NOTE another shape fails the expectation that reads it.
  const { parts } = (await answer.json()) as Readiness
  return { code: answer.status, ...parts['database'] }
}

const BATCHES = ['first', 'second', 'third', 'fourth'].map((name) => makeBatch(name, 3))

interface Log {
  wal: string
  frames: readonly LogFrame[]
  /** The number of frames up to the answer to the first batch. */
  first: number
}

const offsetOf = ({ frames }: Log, at: number): number => frames.at(at)?.offset ?? 0

interface Damage {
  damage: (log: Log) => void
  /** The part of the log's text that reports the damage; undefined for damage that a power cut leaves, too. */
  told: string | undefined
  /** The least and the most batches that are left. */
  left: readonly [number, number]
}

const damagedFrom = (damage: Damage['damage']): Damage => ({
  damage,
  told: 'frame',
  left: [1, 1],
})
const cutAt = (damage: Damage['damage']): Damage => ({ damage, told: undefined, left: [3, 4] })

const DAMAGES: Readonly<Record<string, Damage>> = {
  'a page in it': damagedFrom((log) => overwrite(log.wal, offsetOf(log, log.first) + 900, 8)),
  'the head of a frame': damagedFrom((log) => overwrite(log.wal, offsetOf(log, log.first), 24)),
  'a stretch of it': damagedFrom((log) => overwrite(log.wal, offsetOf(log, log.first), 9_000)),
  'its beginning': {
    damage: (log) => overwrite(log.wal, 0, 4_096),
    told: 'its head',
    left: [0, 0],
  },
  nothing: { damage: () => undefined, told: undefined, left: [4, 4] },
  'an end that is missing': cutAt((log) => truncateSync(log.wal, offsetOf(log, -1) + 1_000)),
  'an end that is another': cutAt((log) => overwrite(log.wal, offsetOf(log, -1) + 1_000, 512)),
}

const OK = { code: 200, status: 'ok' }
const DEGRADED = { code: 200, status: 'degraded', reason: 'damaged: write-ahead log' }

it('a damaged log beside the file is told by doctor, log and /readyz, once, and what comes before is served', async () => {
  const { key, siteId } = await data.setUp('self_hosted')
  let first = 0
  {
    await using server = await data.serve()
    for (const batch of BATCHES) {
      expect((await postBatch(server.url, siteId, batch))?.status).toBe(202)
      first ||= framesOf(data.file).length
    }
    await server.kill()
  }
  for (const [what, { damage, told, left }] of Object.entries(DAMAGES)) {
    using damaged = DataFolder.copyOf(data.path)
    damage({ wal: `${damaged.file}-wal`, frames: framesOf(damaged.file), first })
    const doctor = async () => {
      const { out } = await runCli(damaged.path, ['doctor'])
      return /^problem  log: The write-ahead log is damaged: (frame|its head)/m.exec(out)?.[1]
    }
    expect([what, await doctor()]).toEqual([what, told])
    // A command that opens the file before a server does leaves no log.
    using opened = DataFolder.copyOf(damaged.path)
    const backup = await runCli(opened.path, ['backup', join(opened.path, 'backup')])
    expect([what, backup.code]).toEqual([what, told === undefined ? 0 : 1])
    const { code, err } = await runCli(opened.path, ['key', 'list'])
    expect([what, code, err.includes(FOUND)]).toEqual([what, 0, told !== undefined])
    const restored = await runCli(opened.path, ['restore', damaged.file])
    const isSaid = restored.out.includes(`write-ahead log beside ${damaged.file} is damaged`)
    expect([what, restored.code, isSaid]).toEqual([what, 0, told !== undefined])

    await using server = await damaged.serve({ environment: { LOG_LEVEL: 'debug' } })
    await server.log('the tables are checked')
    expect([what, server.timesLogged(FOUND)]).toEqual([what, told === undefined ? 0 : 1])
    expect(await databaseOf(server.url)).toEqual(told === undefined ? OK : DEGRADED)
    const headers = { authorization: `Bearer ${key}` }
    expect((await fetch(`${server.url}/api/v1/sites`, { headers })).status).toBe(200)
    const stored = inspectData(damaged.path, storedPaths)
    const [least, most] = left
    expect(stored).toEqual(expect.arrayContaining(pathsOf(BATCHES.slice(0, least))))
    expect(stored.length).toBeLessThanOrEqual(most * 3)
    const more = makeBatch('more', 3)
    expect((await postBatch(server.url, siteId, more))?.status).toBe(202)
    await server.kill()
    expect([what, await doctor()]).toEqual([what, undefined])
    expect(damaged.storedPaths()).toEqual([...stored, ...pathsOf([more])].toSorted())
  }
})

const question = (name: string) => ({
  address: '10.1.2.3',
  events: [
    { eventId: name, kind: 'question', url: 'https://example.com/a', question: `What is ${name}?` },
  ],
})

/** Overwrites the parts of the write-ahead log that belong to the table of questions. */
function damageQuestions(): void {
  const root = inspectData(data.path, (db) =>
    db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'question'").pluck().get(),
  )
  const frames = framesOf(data.file).filter(({ page }) => page === root)
  expect(frames).not.toEqual([])
  for (const { offset } of frames) overwrite(`${data.file}-wal`, offset + PAGE, 4_096)
  // A commit of another process has the server read pages that it knows already.
  const other = connectWriter(data.file)
  other.exec('UPDATE organization SET version = version + 1')
  other.close()
}

const MET = /^a statement came upon a damaged page; |^damaged: /
const isTold = { reason: expect.stringMatching(MET) as unknown }

it('a log that is damaged beneath a server is told by who comes upon it', async () => {
  const { key, siteId } = await data.setUp('self_hosted')
  const headers = { authorization: `Bearer ${key}` }
  await using server = await data.serve()
  const get = async (path: string) =>
    (await fetch(`${server.url}/api/v1${path}`, { headers })).status
  expect((await postBatch(server.url, siteId, question('tea')))?.status).toBe(202)
  damageQuestions()
  const refused = await postBatch(server.url, siteId, question('coffee'))
  expect([refused?.status, refused?.body.error?.code]).toEqual([503, 'UNAVAILABLE'])
  expect(await databaseOf(server.url)).toMatchObject({ code: 200, status: 'degraded', ...isTold })
  const doctor = await runCli(data.path, ['doctor'])
  expect(doctor.out).toContain('problem  tables: The table question is damaged: ')
  expect(await get('/sites')).toBe(200)
  expect((await postBatch(server.url, siteId, makeBatch('seen', 1)))?.status).toBe(202)
  expect(await server.stop()).toEqual({ code: 0, signal: null })
})

it('a log that is cut off beneath a server, as by a disk that gives no bytes, is told, too', async () => {
  const { key, siteId } = await data.setUp('self_hosted')
  const headers = { authorization: `Bearer ${key}` }
  await using server = await data.serve({ environment: { LOG_LEVEL: 'debug' } })
  await server.log('the tables are checked')
  const get = async (path: string) =>
    (await fetch(`${server.url}/api/v1${path}`, { headers })).status
  expect((await postBatch(server.url, siteId, question('tea')))?.status).toBe(202)
  truncateSync(`${data.file}-wal`, 32)
  // A thread that is started for it knows no page yet.
  const file = `/analytics/${siteId}/export?rows=questions&range=7d&format=ndjson`
  expect(await get(file)).toBe(503)
  expect(await databaseOf(server.url)).toMatchObject(isTold)
  for (const batch of BATCHES) {
    expect([202, 503]).toContain((await postBatch(server.url, siteId, batch))?.status)
  }
  expect([200, 503]).toContain(await get('/sites'))
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect(await server.stop()).toEqual({ code: 0, signal: null })
})
