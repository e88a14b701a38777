import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { backUpDatabase } from '../../db/sqlite/backup.ts'
import { VERSION } from '../kernel/door/version.ts'
import { iso, systemClock } from '../lib/time/clock.ts'
import { readConfig, type Config } from '../server/config.ts'
import { keyFileOf } from '../server/secret-key.ts'
import { CliError } from './cli-error.ts'
import type { RunCommand } from './command.ts'
import { lostCommitsOf } from './doctor/check-data.ts'
import { makeDurable } from './durable-files.ts'
import { ProgressBar } from './progress-bar.ts'

const MIB = 1_048_576

/** Copies the data with its key to one file. After it ends, the file is whole and on the disk, or does not exist. */
export const backupCommand: RunCommand = async ({ positionals: [name = ''] }) => {
  const config = readConfig()
  const file = resolve(name)
  assertFree(file)
  assertWholeLog(config)
  const draft = `${file}.${process.pid}.part`
  const bar = new ProgressBar(process.stderr.isTTY ? process.stderr : undefined)
  try {
    await backUpDatabase(config.databaseFile, draft, {
      facts: { version: VERSION, madeAt: iso(systemClock()), key: keyText(config) },
      progress: (done, of) => bar.show(done, of, 'pages'),
    })
    makeDurable(draft)
    moveWithoutReplacing(draft, file)
    makeDurable(file)
  } finally {
    bar.end()
    rmSync(draft, { force: true })
  }
  const { size } = statSync(file)
  const hasKey = config.secretKey === undefined
  const about = hasKey
    ? 'It holds the key (citable.key), and is as private as a password.'
    : 'SECRET_KEY is a setting, and not in it: keep that with it.'
  return {
    data: { file, bytes: size, hasKey },
    text: `${file}: ${(size / MIB).toFixed(1)} MiB. ${about}`,
  }
}

/** Throws CliError where the write-ahead log is damaged: a copy would look whole, and lack what was committed. */
function assertWholeLog({ databaseFile }: Config): void {
  const lost = lostCommitsOf(databaseFile)
  if (!lost) return
  throw new CliError(
    `The ${lost.what} of ${databaseFile} is damaged, and no backup was made: ${lost.found}. Keep the backups that there are, and copy the folder`,
  )
}

function assertFree(file: string): void {
  if (existsSync(file)) throw exists(file)
  if (statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new CliError(`There is no folder ${dirname(file)}`)
  }
}

const exists = (file: string): CliError =>
  new CliError(`${file} exists, and is not replaced; name another file`)

/**
 * Moves a file to a name that must be free. Another process may have made a file of that name meanwhile, so it links
 * the file, which replaces nothing. Throws CliError where the name is taken.
 */
function moveWithoutReplacing(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (existsSync(to)) throw exists(to)
    // Some file systems have no links.
    if (!(error instanceof Error) || !('code' in error) || error.code === 'ENOSPC') throw error
    renameSync(from, to)
  }
}

/** Returns the text of the key's file; null where a setting holds the key, or where no key was made yet. */
function keyText({ secretKey, databaseFile }: Config): string | null {
  const file = keyFileOf(databaseFile)
  return secretKey === undefined && existsSync(file) ? readFileSync(file, 'utf8') : null
}
