import { writeSync } from 'node:fs'
import { Database } from '../../db/open.ts'
import { newId, type IdPrefix } from '../domain/ids.ts'
import { reserveCredits, settleCredits } from '../kernel/plan/credits.ts'
import { systemClock } from '../lib/time/clock.ts'

/**
 * Reserves and settles credits for one piece of work after another, from the given number on, and prints each number
 * once it is settled. A process that works on the same numbers at the same time, or begins again with some of them,
 * does the same work. Arguments: the file, the organization, and the first number.
 */
const [file = '', orgId = '', first = '0'] = process.argv.slice(2)
const worker = new URL('../../db/sqlite/read-worker-from-source.js', import.meta.url)
const fail = (reason: unknown): never => {
  throw new Error('Nothing is wrong with the file', { cause: reason })
}
const database = await Database.open(file, {
  version: '1.0.0',
  readWorker: worker,
  exposed: () => undefined,
  queryTimeoutMs: 1_000,
  checkpointFailed: fail,
  damaged: fail,
  checked: fail,
  checkFailed: fail,
})
const app = { now: systemClock, newId: (prefix: IdPrefix) => newId(prefix, systemClock()) }
const db = database.tenant(orgId)
for (let number = Number(first); ; number++) {
  const ref = { type: 'scan', id: `work_${number}` } as const
  const work = { ref, reason: 'scan', actor: { type: 'system', id: 'test' } } as const
  await db.transaction((trx) => reserveCredits(app, trx, { ...work, wanted: 5, lapsesAt: null }))
  await db.transaction((trx) => settleCredits(app, trx, { ...work, cost: number % 5 }))
  writeSync(process.stdout.fd, `${number}\n`)
}
