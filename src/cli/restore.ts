import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { BackupFacts } from '../../db/sqlite/backup.ts'
import { lostCommits } from '../../db/sqlite/lost-commits.ts'
import { prepareRestored, replaceDatabase } from '../../db/sqlite/restore.ts'
import { takeServerLock } from '../../db/sqlite/server-lock.ts'
import { VERSION } from '../kernel/door/version.ts'
import { iso, systemClock } from '../lib/time/clock.ts'
import { readConfig, type Config } from '../server/config.ts'
import { keyFileOf } from '../server/secret-key.ts'
import { CliError } from './cli-error.ts'
import type { RunCommand } from './command.ts'
import { makeDurable } from './durable-files.ts'

const OWNERS_FILE = 0o600

/**
 * Puts a backup in the place of the data. It is copied and checked first; then the database changes in one step, and
 * the data that was there is kept. The lock of the server keeps every server away meanwhile.
 */
export const restoreCommand: RunCommand = async ({ positionals: [name = ''] }) => {
  const config = readConfig()
  const { databaseFile } = config
  const backup = resolve(name)
  assertBackup(backup, databaseFile)
  using _ = takeServerLock(databaseFile)
  const aside = asideOf(databaseFile)
  const copy = `${databaseFile}-restoring`
  try {
    removeCopy(copy)
    copyParts(backup, copy)
    const lost = lostCommits(copy)
    const facts = prepareRestored(copy, { named: backup, version: VERSION })
    makeDurable(copy)
    replaceDatabase(databaseFile, copy, aside)
    const key = restoreKey(config, facts, aside)
    makeDurable(databaseFile)
    const kept = existsSync(aside) ? aside : undefined
    return {
      data: { database: databaseFile, madeAt: facts?.madeAt ?? null, kept: kept ?? null },
      text: [
        `${databaseFile} is that of ${facts?.madeAt ?? basename(backup)}. ${key}`,
        ...(lost ? [`The ${lost.what} beside ${backup} is damaged: ${lost.found}.`] : []),
        ...(kept === undefined
          ? []
          : [`What was there is in ${kept}; delete it once all is well.`]),
      ].join('\n'),
    }
  } finally {
    removeCopy(copy)
  }
}

function assertBackup(backup: string, databaseFile: string): void {
  const stat = statSync(backup, { throwIfNoEntry: false })
  if (!stat) throw new CliError(`There is no file ${backup}`)
  if (!stat.isFile()) throw new CliError(`${backup} is no file`)
  const current = statSync(databaseFile, { throwIfNoEntry: false })
  if (current && current.ino === stat.ino && current.dev === stat.dev) {
    throw new CliError(`${backup} is the data itself, and no backup of it`)
  }
}

/** Returns the path of a new folder next to the data, for what the backup replaces; the time is in its name. */
function asideOf(databaseFile: string): string {
  const time = iso(systemClock()).replaceAll(/[:.]/g, '-')
  return join(dirname(databaseFile), `before-restore-${time}`)
}

/**
 * Copies a database, and the write-ahead log where the backup has one: a database that was copied with its log needs
 * both.
 */
function copyParts(backup: string, copy: string): void {
  for (const part of ['', '-wal']) {
    if (!existsSync(backup + part)) continue
    copyFileSync(backup + part, copy + part, constants.COPYFILE_EXCL)
    chmodSync(copy + part, OWNERS_FILE)
  }
}

function removeCopy(copy: string): void {
  for (const part of ['', '-wal', '-shm', '-journal']) rmSync(copy + part, { force: true })
}

/** Puts the key of the backup in place, and returns a sentence that says what became of the key. */
function restoreKey(
  { secretKey, databaseFile }: Config,
  facts: BackupFacts | undefined,
  aside: string,
): string {
  const file = keyFileOf(databaseFile)
  if (facts === undefined) {
    return 'It was copied without the key: put its citable.key next to it, or its links, cursors, webhook secrets and engine keys end.'
  }
  if (facts.key === null) {
    return 'Its key was a setting: SECRET_KEY has to be what it was then, or its links, cursors, webhook secrets and engine keys end.'
  }
  if (secretKey !== undefined) return 'SECRET_KEY is set, so the key in the backup is not used.'
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, facts.key, { mode: OWNERS_FILE, flush: true })
  chmodSync(draft, OWNERS_FILE)
  if (existsSync(file)) {
    mkdirSync(aside, { recursive: true, mode: 0o700 })
    linkSync(file, join(aside, basename(file)))
  }
  renameSync(draft, file)
  return 'Its key is back, too.'
}
