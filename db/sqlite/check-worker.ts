import { setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { findDamage } from './check-tables.ts'

/** A process of its own that checks the tables of a file, and tells its parent of each: `DamageWatch` starts and ends it. */
async function check(file: string, met: string): Promise<void> {
  // Answers and scans come first; the disk, too, follows this where its scheduler knows priorities.
  setPriority(19)
  let startedAt = performance.now()
  for (const step of findDamage(file, met)) {
    process.send?.(step)
    // Half of the time is everybody else's; the log can be copied back meanwhile, as no read is open.
    await delay(performance.now() - startedAt)
    startedAt = performance.now()
  }
  process.send?.({ isDone: true })
  process.disconnect()
}

const [file = '', met = ''] = process.argv.slice(2)
await check(file, met)
