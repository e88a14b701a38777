import { openPermitStore } from '../../db/sqlite/permit-store.ts'
import { RateLimiter } from '../auth/rate-limit.ts'
import { systemClock, systemMonotonicClock } from '../lib/time/clock.ts'

/**
 * Takes permits for one bucket until one is refused, printing the time of each; every line is out
 * before the next permit is taken, so a kill hides one at most. Arguments: permit file and limit.
 */
const [file = ':memory:', limit = '0'] = process.argv.slice(2)
const limiter = new RateLimiter({
  now: systemClock,
  elapsed: systemMonotonicClock,
  store: openPermitStore(file),
})

let verdict = limiter.take('key_test', Number(limit))
while (verdict.allowed) {
  await print(String(systemClock()))
  verdict = limiter.take('key_test', Number(limit))
}
await print(`refused ${verdict.retryAfterSeconds}`)

function print(line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${line}\n`, (error) => (error ? reject(error) : resolve()))
  })
}
