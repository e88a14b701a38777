import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MIGRATION_NAMES } from '../../db/migrations/names.ts'
import { FIRST_RELEASE, makeOldData } from '../../db/migrations/testing/old-data.ts'
import { connectWriter, type SqliteConnection } from '../../db/sqlite/connect.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { enforcingPermissions } from '../testing/enforce-permissions.ts'
import { CLI, runCli, runProcess, SERVER, type CliRun } from '../testing/run-cli.ts'

/** The KiB of a disk with room for some of the migrations, but not for all of them. */
const FULL_KIB = 256
const NOISE = 'These are no pages of a database.\n'.repeat(200)

let data: DataFolder

beforeEach(() => {
  data = new DataFolder()
})

afterEach(() => data[Symbol.dispose]())

const migrate = () => runCli(data.path, ['migrate'])
/** Starts a server that is expected to fail before it would have to be stopped. */
const serve = () =>
  runProcess(data.path, [...SERVER], {
    environment: { PORT: '0' },
  })
const refusal = (line: string): CliRun => ({ code: 1, out: '', err: `${line}\n` })

/** Migrates in a process that the permissions of files apply to; `close` takes a permission away before. */
const migrateHeld = (close: () => void) => {
  const held = enforcingPermissions(data.path)
  close()
  return runProcess(data.path, [...held, ...CLI, 'migrate'])
}

const change = (work: (connection: SqliteConnection) => void): void => {
  const connection = connectWriter(data.file)
  work(connection)
  connection.close()
}

describe('a file that is no database', () => {
  it('is named in one line, by the command line and by the server', async () => {
    writeFileSync(data.file, NOISE)
    expect(await migrate()).toEqual(refusal(`${data.file} is not a database`))
    expect(await serve()).toEqual(refusal(`${data.file} is not a database`))
    expect(existsSync(join(data.path, 'citable.key'))).toBe(false)
  })

  it('is named where a folder is in the place of the database', async () => {
    mkdirSync(data.file)
    expect(await migrate()).toEqual(refusal(`${data.file} is no file, so it is no database`))
  })

  it('gives way where it holds permits alone', async () => {
    const limits = `${data.file}-limits`
    writeFileSync(limits, NOISE)
    await using server = await data.serve()
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(existsSync(`${limits}.damaged`)).toBe(true)
  })

  it('is named where it is a folder in the place of the permits', async () => {
    const limits = `${data.file}-limits`
    mkdirSync(limits)
    expect(await serve()).toEqual(refusal(`${limits} is no file, so it is no database`))
  })
})

describe('a database of something else', () => {
  it('is named by a table that has a name of ours, and left as it is', async () => {
    change((connection) =>
      connection.exec("CREATE TABLE site (mine TEXT); INSERT INTO site VALUES ('kept')"),
    )
    const line = `${data.file} has a table site that is not one of Citable; set DATABASE_URL to a file of its own`
    expect(await migrate()).toEqual(refusal(line))
    change((connection) => {
      const tables = connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
      expect(tables.all()).toEqual([{ name: 'site' }])
      expect(connection.prepare('SELECT * FROM site').all()).toEqual([{ mine: 'kept' }])
    })
  })
})

describe('a key file', () => {
  it.each([
    ['is empty', '', 'holds no key'],
    ['was cut off', 'abc', 'holds no key'],
    ['is a folder', undefined, 'cannot be read'],
  ])('is named where it %s, and no other key is taken for it', async (_, text, message) => {
    const file = join(data.path, 'citable.key')
    if (text === undefined) mkdirSync(file)
    else writeFileSync(file, text)
    for (const run of [await serve(), await migrate()]) {
      expect(run).toMatchObject({ code: 1, out: '' })
      expect(run.err.split('\n')).toEqual([expect.stringContaining(`${file} ${message}`), ''])
    }
  })
})

describe('a database that cannot be written', () => {
  it('is named', async () => {
    expect((await migrate()).code).toBe(0)
    expect(await migrateHeld(() => chmodSync(data.file, 0o400))).toEqual(
      refusal(`${data.file} cannot be read and written: permission denied`),
    )
  })

  it('is named where its folder is closed', async () => {
    const run = await migrateHeld(() => chmodSync(data.path, 0o500))
    chmodSync(data.path, 0o700)
    expect(run).toEqual(refusal(`${data.file} cannot be read and written: permission denied`))
  })
})

describe('a disk that is full', () => {
  it('is named in the middle of a first start, and the next start goes on from there', async () => {
    const full = `ulimit -f ${FULL_KIB * 2} && exec "$@"`
    const limited = ['sh', '-c', full, 'sh', ...CLI, 'migrate']
    const run = await runProcess(data.path, limited)
    expect(run).toMatchObject({ code: 1, out: '' })
    expect([
      `${data.file} cannot be written: the disk is full\n`,
      `${data.file} cannot be read or written: the disk fails, or is full\n`,
    ]).toContain(run.err)
    expect(await migrate()).toMatchObject({ code: 0, out: expect.stringContaining('Applied ') })
  })
})

describe('a database of another version', () => {
  it('is refused where it has a later migration, with who wrote it and what to do', async () => {
    await migrate()
    change((connection) =>
      connection.exec(`INSERT INTO kysely_migration VALUES ('9999-later', '2030-01-01');
        INSERT INTO schema_version VALUES ('9999-later', '8.0.0')`),
    )
    const line = `${data.file} was written by Citable 8.0.0: it has the migration 9999-later, which this version (0.1.0) does not know. Run Citable 8.0.0 or a later one, or restore a backup from before it`
    expect(await migrate()).toEqual(refusal(line))
    // The latest of several writers is the one that knows all migrations.
    change((connection) =>
      connection.exec(`INSERT INTO kysely_migration VALUES ('9999-more', '2030-01-02');
        INSERT INTO schema_version VALUES ('9999-more', '10.0.0')`),
    )
    const several = (await migrate()).err
    expect(several).toContain('was written by Citable 10.0.0: it has the migration 9999-later')
    expect(several).toContain('Run Citable 10.0.0 or a later one')
    // A build from before the next release has the number of this one, which does not know the migration.
    for (const own of ['0.1.0', '0.0.9']) {
      change((connection) =>
        connection.exec(
          `UPDATE schema_version SET version = '${own}' WHERE migration LIKE '9999-%'`,
        ),
      )
      const { err } = await migrate()
      expect(err).toContain('was written by a later version of Citable: it has')
      expect(err).toContain('Run that version or a later one')
    }
    change((connection) => connection.exec('DELETE FROM schema_version'))
    expect((await migrate()).err).toContain('was written by a later version of Citable: it has')
  })

  it('opens where it is from before versions were kept, and has this one afterwards', async () => {
    await makeOldData(data.file, FIRST_RELEASE, () => undefined)
    expect(await migrate()).toMatchObject({
      code: 0,
      out: expect.stringMatching(/0012-schema-version/),
    })
    change((connection) =>
      expect(connection.prepare('SELECT * FROM schema_version ORDER BY migration').all()).toEqual(
        MIGRATION_NAMES.filter((name) => name >= '0012').map((migration) => ({
          migration,
          version: '0.1.0',
        })),
      ),
    )
  })

  it.each([
    ['0011-cut-runs', "name = '0011-cut-runs'"],
    ['0004-topics', "name = '0004-topics'"],
    ['0002-events', "name > '0001-init'"],
  ])('is refused where it is from before 0.1.0 and lacks %s', async (lacking, gone) => {
    await makeOldData(data.file, FIRST_RELEASE, (connection) => {
      connection.exec(`DELETE FROM kysely_migration WHERE ${gone}; PRAGMA wal_checkpoint(TRUNCATE)`)
    })
    const bytes = readFileSync(data.file)
    const line = `${data.file} was written by a version before 0.1.0: it lacks the migration ${lacking}, which later versions do not have. Start Citable 0.1.0 on it once, then this version`
    expect(await migrate()).toEqual(refusal(line))
    expect(await runCli(data.path, ['key', 'list'])).toEqual(refusal(line))
    expect(await serve()).toEqual(refusal(line))
    const doctor = await runCli(data.path, ['doctor', '--json'])
    expect([doctor.code, doctor.out]).toEqual([1, expect.stringContaining(line)])
    const file = join(data.path, 'backup')
    expect(await runCli(data.path, ['backup', file])).toMatchObject({ code: 0 })
    const restored = await runCli(data.path, ['restore', file])
    expect([restored.code, restored.err]).toEqual([
      1,
      expect.stringContaining('was written by a version before 0.1.0'),
    ])
    expect(readFileSync(data.file).equals(bytes)).toBe(true)
  })
})
