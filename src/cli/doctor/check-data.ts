import { statSync } from 'node:fs'
import { UnusableDatabaseError } from '../../../db/errors.ts'
import type { Damage } from '../../../db/sqlite/check-tables.ts'
import { damagesOf, inspectDatabase, type Inspection } from '../../../db/sqlite/inspect.ts'
import { lostCommits } from '../../../db/sqlite/lost-commits.ts'
import { takeServerLock } from '../../../db/sqlite/server-lock.ts'
import { VERSION } from '../../kernel/door/version.ts'
import { pluralize } from '../../lib/text/pluralize.ts'
import { MINUTE_MS, systemClock } from '../../lib/time/clock.ts'
import type { Config } from '../../server/config.ts'
import { verdictsOf, type Finding } from './finding.ts'

const MIB = 1_048_576
/**
 * The size from which a log is too large: a commit copies it back at 64 MiB, so something keeps a larger one from that.
 */
const LARGE_LOG_BYTES = 128 * MIB

/** Checks whether the schema is that of this version, and whether the newest row is ahead of the clock. */
export function checkDatabase({ databaseFile }: Config): Finding[] {
  const { problem } = verdictsOf('schema')
  try {
    const inspection = inspectDatabase(databaseFile, VERSION)
    return [schemaFinding(inspection), clockFinding(inspection)]
  } catch (error) {
    if (!(error instanceof UnusableDatabaseError)) throw error
    return [problem(`${error.message}.`, 'Start the version that fits, or restore a backup.')]
  }
}

function schemaFinding({ pending }: Inspection): Finding {
  const { ok, warning } = verdictsOf('schema')
  if (pending === 0) return ok(`The schema is that of version ${VERSION}.`)
  return warning(
    `The next start runs ${pluralize(pending, 'migration')}.`,
    'Make a backup first: an older version does not open the data afterwards.',
  )
}

function clockFinding({ newestAt }: Inspection): Finding {
  const { ok, problem } = verdictsOf('clock')
  const aheadMs = (newestAt ?? 0) - systemClock()
  if (aheadMs <= MINUTE_MS) return ok('Nothing in the data is newer than the clock.')
  return problem(
    `The newest entry of the data is ${Math.ceil(aheadMs / MINUTE_MS)} minutes ahead of the clock.`,
    'Set the clock, and keep it right with NTP.',
  )
}

/** Reads every table of the data and reports each that is damaged. It takes as long as reading the file does. */
export function checkTables({ databaseFile }: Config): Finding[] {
  const { ok, problem } = verdictsOf('tables')
  const damages = damagesOf(databaseFile)
  if (damages.length === 0) return [ok('Every table can be read.')]
  return damages.map(({ what, found }) =>
    problem(
      `The ${what} is damaged: ${found.replaceAll('\n', '; ')}.`,
      'Restore a backup, or recover what can be read: docs/operate.md, “A damaged file”.',
    ),
  )
}

/**
 * Checks the write-ahead log next to the data: too large while a server has the data, left or damaged while none has.
 */
export function checkLog({ databaseFile }: Config): Finding {
  const { ok, warning, problem } = verdictsOf('log')
  const bytes = statSync(`${databaseFile}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const mib = (bytes / MIB).toFixed(1)
  if (isServed(databaseFile)) {
    if (bytes < LARGE_LOG_BYTES) return ok('A server has the data.')
    return warning(
      `The log has ${mib} MiB and is not copied back.`,
      'Look for a process that reads for long, such as a command or a backup.',
    )
  }
  if (bytes === 0) return ok('No server runs, and the last one ended cleanly.')
  const lost = lostCommits(databaseFile)
  if (lost) {
    return problem(
      `The ${lost.what} is damaged: ${lost.found}.`,
      'Copy the folder of the data before a server starts: docs/operate.md, “A damaged file”.',
    )
  }
  return warning(
    `No server runs, and a log of ${mib} MiB is left: a process was killed.`,
    `Start the server, which reads it; never delete ${databaseFile}-wal.`,
  )
}

/**
 * Returns the damage of the write-ahead log that a killed server left; undefined where the log is whole, or while a
 * server has the data.
 */
export function lostCommitsOf(databaseFile: string): Damage | undefined {
  const lost = lostCommits(databaseFile)
  return lost && !isServed(databaseFile) ? lost : undefined
}

/** True while a server has the data open, which it shows by its lock. */
export function isServed(databaseFile: string): boolean {
  try {
    takeServerLock(databaseFile)[Symbol.dispose]()
    return false
  } catch (error) {
    if (error instanceof UnusableDatabaseError) return error.isTransient
    throw error
  }
}
