import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectReader } from '../../../db/sqlite/connect.ts'
import { DataFolder } from '../../testing/data-folder.ts'
import { ledgerFaults } from '../../testing/ledger-faults.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CHILD = fileURLToPath(new URL('../../testing/credit-child.ts', import.meta.url))
const KILLS = 10
/** The number of pieces of work that are repeated after a kill, as by a queue that delivers at least once. */
const AGAIN = 4

let data: DataFolder

beforeEach(() => {
  data = new DataFolder()
})
afterEach(() => data[Symbol.dispose]())

/**
 * Starts a process that does numbered pieces of work from `first` on, and kills it once it has reported `most` of them;
 * returns the number of the last.
 */
async function workUntilKilled(orgId: string, first: number, most: number): Promise<number> {
  const args = ['--import', 'tsx', CHILD, data.file, orgId, String(first)]
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  let last = -1
  let told = 0
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line)
    if (++told === most) child.kill('SIGKILL')
  }
  await exited
  return last
}

function inspect<T>(read: (file: ReturnType<typeof connectReader>) => T): T {
  const file = connectReader(data.file)
  try {
    return read(file)
  } finally {
    file.close()
  }
}

it('processes that spend at the same time and are killed neither lose a debit nor make one twice', async () => {
  const { orgId } = await data.setUp('business')
  let first = 0
  for (const most of fc.sample(fc.noBias(fc.integer({ min: 1, max: 120 })), KILLS)) {
    // Both processes do the same work, one of them somewhat behind the other.
    const lasts = await Promise.all([
      workUntilKilled(orgId, first, most),
      workUntilKilled(orgId, first, Math.ceil(most / 2)),
    ])
    expect(inspect((file) => file.pragma('integrity_check', { simple: true }))).toBe('ok')
    expect(inspect(ledgerFaults)).toEqual([])
    const debits = inspect((file) =>
      file
        .prepare<[], [string, number]>(
          "SELECT ref_id, -amount FROM credit_ledger WHERE type = 'debit'",
        )
        .raw()
        .all(),
    )
    const charged = new Map(debits)
    const last = Math.max(...lasts)
    for (let number = 0; number <= last; number++) {
      expect([number, charged.get(`work_${number}`) ?? 0]).toEqual([number, number % 5])
    }
    first = Math.max(0, last - AGAIN)
  }
  expect(first).toBeGreaterThan(KILLS)
  // Work that was under way at the last kill is still reserved, for the process that does it again: at most one of
  // each.
  const open = inspect((file) =>
    file.prepare('SELECT COUNT(*) FROM credit_reservation').pluck().get(),
  )
  expect(open).toBeLessThanOrEqual(2)
})
