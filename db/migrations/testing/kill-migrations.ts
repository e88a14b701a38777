import { deepStrictEqual } from 'node:assert'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { contentsOf, copyAsKilled, migrateFile, STARTS, type Start } from './starts.ts'

const CHILD = fileURLToPath(new URL('./migrate-child.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

interface Kills {
  kills: number
  /** The number of kills that hit a process with migrations left to do. */
  inTheMiddle: number
}

/**
 * Kills processes that migrate, each ahead of some statement or soon after it. A moment is the share of the statements
 * that came before. Half of the processes make a first start, the others an upgrade from each earlier schema in turn.
 * Throws unless the next start of each finds nothing lost and nothing half done.
 */
export async function killMigrations(moments: readonly number[]): Promise<Kills> {
  const folder = mkdtempSync(join(tmpdir(), 'citable-killed-'))
  try {
    const [first, ...upgrades] = await Promise.all(STARTS.map((start) => prepare(start, folder)))
    let inTheMiddle = 0
    for (const [kill, moment] of moments.entries()) {
      const prepared = kill % 2 === 0 ? first : upgrades[((kill - 1) / 2) % upgrades.length]
      if (prepared && (await killOne(prepared, moment, join(folder, `${kill}.db`)))) {
        inTheMiddle += 1
      }
    }
    return { kills: moments.length, inTheMiddle }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Prepared {
  /** The file as it was before the migration. */
  file: string
  statements: number
  /** The contents of the file after the migration. */
  whole: unknown
}

async function prepare({ from, make }: Start, folder: string): Promise<Prepared> {
  const file = join(folder, `${from}.db`)
  await make(file)
  const migrated = join(folder, `${from}-migrated.db`)
  copyAsKilled(file, migrated)
  const statements = await migrateInChild(migrated, Number.POSITIVE_INFINITY)
  return { file, statements, whole: contentsOf(migrated) }
}

async function killOne(
  { file, statements, whole }: Prepared,
  moment: number,
  copy: string,
): Promise<boolean> {
  copyAsKilled(file, copy)
  await migrateInChild(copy, 1 + Math.floor(moment * statements))
  const left = await migrateFile(copy)
  deepStrictEqual(contentsOf(copy), whole)
  return left.length > 0
}

/** Runs a process, and kills it once it has reported `statements` statements; returns how many it reported. */
async function migrateInChild(file: string, statements: number): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, file], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let said = 0
  for await (const _ of createInterface({ input: child.stdout })) {
    said += 1
    if (said === statements) child.kill('SIGKILL')
  }
  await exited
  return said
}
