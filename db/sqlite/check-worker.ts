import { setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { findDamage } from './check-tables.ts'

/**
 * Checks the tables of a file, in a process of its own, and reports each to the `DamageWatch` that started the process.
 */
async function check(file: string, met: string): Promise<void> {
  // Answers and scans come before this process; a disk scheduler that knows priorities follows this too.
  setPriority(19)
  let startedAt = performance.now()
  for (const step of findDamage(file, met)) {
    process.send?.(step)
    // A pause as long as the check leaves half of the time to other work; without an open read, the log can be copied
    // back.
    await delay(performance.now() - startedAt)
    startedAt = performance.now()
  }
  process.send?.({ isDone: true })
  process.disconnect()
}

const [file = '', met = ''] = process.argv.slice(2)
await check(file, met)
