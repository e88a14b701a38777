import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory, as Linux has one for everybody; containers may give it little room. */
const IN_MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 1_024 ** 3

let folder

/**
 * Vitest calls this once a run, after `bundle-once.js`. Each commit of a service waits for the disk, and each new file is
 * migrated: together that takes longer than most tests. So the data of tests is in memory where there is room, and
 * services start on copies of one file, which the command line has migrated.
 */
export function setup(project) {
  folder = mkdtempSync(join(hasRoom() ? IN_MEMORY : tmpdir(), 'citable-tests-'))
  const file = join(folder, 'migrated.db')
  migrate(file)
  project.onTestsRerun(() => migrate(file))
  // The processes of the tests inherit both; `new-data-directory.ts` reads them.
  process.env.TESTED_DATA = folder
  process.env.MIGRATED_FILE = file
}

function hasRoom() {
  if (!existsSync(IN_MEMORY)) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= NEEDED_BYTES
}

function migrate(file) {
  rmSync(file, { force: true })
  const env = { ...process.env, ENV_FILE: 'none', DATABASE_URL: `sqlite:${file}` }
  const cli = join(process.env.TESTED_BUNDLE, 'cli.js')
  execFileSync(process.execPath, [cli, 'migrate'], { env, stdio: 'pipe' })
}

export function teardown() {
  rmSync(folder, { recursive: true, force: true })
}
