import { spawnSync } from 'node:child_process'

/**
 * Runs the suite under other dates, by Debian's `faketime`: `npm run test:dates [-- vitest arguments]`. The ends of a
 * year and of a leap February, both changes of European clocks, and a day far off.
 */
const DATES = [
  '2026-12-31 23:55:00',
  '2027-03-28 00:59:00',
  '2027-10-31 00:59:00',
  '2028-02-29 12:00:00',
  '2033-07-16 06:30:00',
]

const env = { ...process.env, FAKETIME_DONT_FAKE_MONOTONIC: '1', TZ: 'UTC' }
const failed = []
for (const date of DATES) {
  process.stdout.write(`\n== ${date} UTC\n`)
  const vitest = ['node', 'node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)]
  const { status, error } = spawnSync('faketime', [date, ...vitest], { env, stdio: 'inherit' })
  if (error) throw new Error('This needs faketime (apt install faketime)', { cause: error })
  if (status !== 0) failed.push(date)
}
if (failed.length > 0) process.stderr.write(`\nFailed on ${failed.join(', ')}\n`)
process.exitCode = failed.length === 0 ? 0 : 1
