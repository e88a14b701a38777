import { accessSync, constants, existsSync, statSync, type Stats } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../../server/config.ts'
import { LOW_DISK_BYTES } from '../../server/part-health.ts'
import { keyFileOf } from '../../server/secret-key.ts'
import { verdictsOf, type Finding } from './finding.ts'

const MIB = 1_048_576
const OTHERS = 0o077
const OTHERS_MAY_WRITE = 0o022

/** Checks how much space is left where the data is. */
export async function checkDisk({ databaseFile }: Config): Promise<Finding> {
  const { ok, problem } = verdictsOf('disk')
  const { bavail, bsize } = await statfs(dirname(databaseFile))
  const freeMib = Math.floor((bavail * bsize) / MIB)
  if (freeMib * MIB >= LOW_DISK_BYTES) return ok(`${freeMib} MiB are free.`)
  return problem(
    `Only ${freeMib} MiB are free where the data is.`,
    'Make room before events are refused.',
  )
}

/** Checks that other users have no rights to the files of the data, and that this user may write there. */
export function checkPermissions({ databaseFile, secretKey }: Config): Finding[] {
  const { ok, warning, problem } = verdictsOf('permissions')
  const files = [databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`]
  const key = keyFileOf(databaseFile)
  if (secretKey === undefined) files.push(key)
  const folder = dirname(databaseFile)
  const found = files
    .filter((file) => existsSync(file))
    .flatMap((file): Finding[] => {
      const stat = statSync(file)
      return [
        ...((stat.mode & OTHERS) === 0
          ? []
          : [problem(`Other users have rights to ${file}.`, `chmod 600 ${file}`)]),
        ...whoseFindings(file, stat, problem),
      ]
    })
  if ((statSync(folder).mode & OTHERS_MAY_WRITE) !== 0) {
    found.push(problem(`Other users can write to ${folder}.`, `chmod 700 ${folder}`))
  }
  if (!isWritable(folder)) {
    found.push(
      problem(`This user cannot write to ${folder}.`, 'Run this as the user of the server.'),
    )
  }
  if (secretKey === undefined && !existsSync(key)) {
    found.push(
      warning(
        `There is no ${key}: the next start makes one, which ends all links, cursors, webhook secrets and engine keys.`,
        'Put its backup there, if there is one.',
      ),
    )
  }
  return found.length > 0 ? found : [ok('The files are their owner’s alone.')]
}

function whoseFindings(
  file: string,
  { uid }: Stats,
  problem: ReturnType<typeof verdictsOf>['problem'],
): Finding[] {
  const own = process.getuid?.()
  if (own === undefined || own === uid || own === 0) return []
  return [problem(`${file} belongs to another user.`, 'Run this as the user of the server.')]
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}
