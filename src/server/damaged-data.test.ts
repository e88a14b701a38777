import { existsSync, readFileSync, truncateSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Sqlite } from '../../db/sqlite/binding.ts'
import { makeBatch, postBatch } from '../testing/collect-load.ts'
import { damagePageOf, overwrite } from '../testing/damage-file.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli, runProcess, SERVER } from '../testing/run-cli.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { inspectData, storedPaths } from '../testing/stored-events.ts'

const FOUND = 'a part of the data cannot be read'

let data: DataFolder
beforeEach(() => {
  data = new DataFolder()
})
afterEach(() => data[Symbol.dispose]())

/** The address that a person can ask for in spite of each damage here. */
const UNHARMED = '/sites'
const UNAVAILABLE = { error: expect.objectContaining({ code: 'UNAVAILABLE' }) as unknown }

interface Readiness {
  status: string
  parts: Record<string, { status: string; reason?: string }>
}

async function readiness(url: string): Promise<Readiness & { code: number }> {
  const answer = await fetch(`${url}/readyz`)
  // @NOTE another shape fails the expectation that reads it.
  return { code: answer.status, ...((await answer.json()) as Readiness) }
}

/** The overwritten page, the reported text, and a read that needs the page. */
const DAMAGES: readonly (readonly [page: string, told: string, needs: string])[] = [
  ['audit_entry', 'table audit_entry', '/org/audit'],
  ['session', 'table session', '/org'],
  ['job_due', 'index job_due of table job', UNHARMED],
  ['job', 'table job', UNHARMED],
  ['page_text_data', 'table page_text', UNHARMED],
]

it('a damaged page is told of its table by log, /readyz and doctor, and the rest is served', async () => {
  const { key, session } = await data.setUp('enterprise')
  for (const [page, told, needs] of DAMAGES) {
    using damaged = DataFolder.copyOf(data.path)
    damagePageOf(damaged.file, page)
    await using server = await damaged.serve()
    await server.log(FOUND)
    await server.log('the tables are checked')
    const { code, status, parts } = await readiness(server.url)
    expect([code, status, parts['database']?.status]).toEqual([200, 'degraded', 'degraded'])
    expect(parts['database']?.reason).toMatch(new RegExp(`^damaged: (.*, )?${told}\\b`))
    const get = (path: string, token: string) =>
      fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
    expect((await get('/sites', key)).status).toBe(200)
    const answer = await get(needs, session)
    const expected = needs === UNHARMED ? 200 : 503
    expect([answer.status, await answer.json()]).toEqual([
      expected,
      expect.objectContaining(expected === 503 ? UNAVAILABLE : { error: null }),
    ])
    const doctor = await runCli(damaged.path, ['doctor'])
    expect(doctor.code).toBe(1)
    expect(doctor.out).toContain(`problem  tables: The ${told} is damaged: `)
    expect(await server.stop()).toEqual({ code: 0, signal: null })

    const file = join(damaged.path, 'backup')
    const backup = await runCli(damaged.path, ['backup', file])
    expect([backup.code, backup.err]).toEqual([
      1,
      expect.stringContaining(`${damaged.file} is damaged, and no backup was made`),
    ])
    expect(existsSync(file)).toBe(false)
  }
})

it('a page that is damaged while the server runs is told with the call that comes upon it', async () => {
  await using app = await TestApp.start({ directory: data.path })
  const key = await app.key(await app.org('enterprise'))
  const siteId = await app.site(key)
  expect((await readiness(app.app.url)).status).toBe('ok')
  damagePageOf(data.file, 'question')
  const [asked, seen] = await Promise.all([
    app.collect(siteId, [
      { kind: 'question', url: 'https://example.com/a', question: 'Which tea is green?' },
    ]),
    app.collect(siteId, [{ kind: 'impression', url: 'https://example.com/b' }]),
  ])
  expect([asked.status, asked.body.error?.code]).toEqual([503, 'UNAVAILABLE'])
  expect(seen.status).toBe(202)
  app.clock.advance({ seconds: 2 })
  const { code, parts } = await readiness(app.app.url)
  expect([code, parts['database']?.status]).toEqual([200, 'degraded'])
  expect(parts['database']?.reason).toContain('a statement came upon a damaged page')
})

/** The head of the file says where its list of free pages begins, and how many there are. */
const FREE = { first: 32, count: 36 }
const PAGE_BYTES = 4_096

const FREE_DAMAGES: Readonly<Record<string, (file: string, firstFree: number) => void>> = {
  'a page of the list': (file, first) => overwrite(file, (first - 1) * PAGE_BYTES, PAGE_BYTES),
  'its length there': (file, first) => overwrite(file, (first - 1) * PAGE_BYTES + 4, 4),
  'where it begins': (file) => overwrite(file, FREE.first, 4),
  'how many there are': (file) => overwrite(file, FREE.count + 2, 2),
}

it('a damaged list of free pages is told, what needs no new page is served, and all is there in a copy', async () => {
  const { key, siteId } = await data.setUp('self_hosted')
  const connection = new Sqlite(data.file)
  connection.exec('CREATE TABLE spare (bytes BLOB); DELETE FROM spare')
  connection.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO spare SELECT zeroblob(4000) FROM n; DROP TABLE spare`)
  connection.pragma('wal_checkpoint(TRUNCATE)')
  connection.close()
  const firstFree = readFileSync(data.file).readUInt32BE(FREE.first)
  expect(firstFree).toBeGreaterThan(1)
  for (const [what, damage] of Object.entries(FREE_DAMAGES)) {
    using damaged = DataFolder.copyOf(data.path)
    damage(damaged.file, firstFree)
    await using server = await damaged.serve()
    await server.log(FOUND)
    await server.log('the tables are checked')
    const { code, parts } = await readiness(server.url)
    expect([what, code, parts['database']]).toEqual([
      what,
      200,
      { status: 'degraded', reason: 'damaged: list of free pages' },
    ])
    const headers = { authorization: `Bearer ${key}` }
    expect((await fetch(`${server.url}/api/v1/sites`, { headers })).status).toBe(200)
    const statuses = new Set<number | undefined>()
    for (let i = 0; i < 30; i++) {
      statuses.add((await postBatch(server.url, siteId, makeBatch(`b${i}`, 50)))?.status)
    }
    expect([what, [...statuses].filter((one) => one !== 202 && one !== 503)]).toEqual([what, []])
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    const doctor = () => runCli(damaged.path, ['doctor'])
    expect((await doctor()).out).toContain('problem  tables: The list of free pages is damaged: ')
    const stored = inspectData(damaged.path, storedPaths)
    const mended = join(damaged.path, 'mended.db')
    const file = new Sqlite(damaged.file)
    file.prepare('VACUUM INTO ?').run(mended)
    file.close()
    expect(await runCli(damaged.path, ['restore', mended])).toMatchObject({ code: 0, err: '' })
    expect(damaged.storedPaths()).toEqual(stored)
    expect((await doctor()).out).toContain('ok       tables: Every table can be read.')
  }
})

it('an index that is damaged is well in a copy that SQLite makes of the tables', async () => {
  await data.setUp()
  const doctor = async () => (await runCli(data.path, ['doctor'])).out
  damagePageOf(data.file, 'job_due')
  expect(await doctor()).toContain('index job_due of table job')
  const mended = join(data.path, 'mended.db')
  const connection = new Sqlite(data.file)
  connection.prepare('VACUUM INTO ?').run(mended)
  connection.close()
  expect(await runCli(data.path, ['restore', mended])).toMatchObject({ code: 0, err: '' })
  expect(await doctor()).toContain('ok       tables: Every table can be read.')
})

it('a file whose head is damaged, or whose end is gone, is refused at the start in one line', async () => {
  await data.setUp()
  const heads: readonly (readonly [(file: string) => void, RegExp])[] = [
    [(file) => overwrite(file, 0, 100), /citable\.db is not a database$/],
    [(file) => overwrite(file, 100, 3_996), /citable\.db is damaged; restore a backup/],
    [
      (file) => truncateSync(file, statSync(file).size / 2),
      /citable\.db is damaged; restore a backup/,
    ],
  ]
  for (const [damage, line] of heads) {
    using damaged = DataFolder.copyOf(data.path)
    damage(damaged.file)
    const run = await runProcess(damaged.path, [...SERVER], { environment: { PORT: '0' } })
    expect([run.code, run.err.trim()]).toEqual([1, expect.stringMatching(line)])
    const doctor = await runCli(damaged.path, ['doctor'])
    expect([doctor.code, doctor.out]).toEqual([1, expect.stringContaining('problem  tables: ')])
  }
})
