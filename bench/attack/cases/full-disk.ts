import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Attack } from '../attack.ts'

/** The limit on the size of a file; no file of the service is larger when the limit begins. */
const FILE_BYTES = 2 * 1_024 * 1_024
const ADDRESSES = 20_000
const AT_A_TIME = 5
/** The bytes that a write of the permit file takes. */
const PAGE_BYTES = 4_096

/** Makes the disk full for the process alone: reads go on, within their limits. */
export async function fullDisk(attack: Attack): Promise<void> {
  const target = await attack.target()
  // The limit acts as a full disk: no file of the process grows beyond it.
  const limit = ['--pid', String(target.server.pid), `--fsize=${FILE_BYTES}`]
  const isLimited = await promisify(execFile)('prlimit', limit).then(
    () => true,
    () => false,
  )
  if (!isLimited) {
    attack.expect('A full disk was not tried, as there is no prlimit', true)
    return
  }
  const count = attack.size(ADDRESSES, 2_000)
  await attack.during(`${count} addresses on a full disk`, target, async () => {
    const answers = new Map<number, number>()
    for (let from = 0; from < count; from += AT_A_TIME) {
      const several = Array.from({ length: AT_A_TIME }, (_, i) => addressOf(from + i))
      for (const { status } of await Promise.all(several.map((each) => target.collect([], each)))) {
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
    }
    const log = await stat(join(target.installation.directory, 'bench.db-limits-wal'))
    attack.expect(
      'The disk was full for the limits',
      log.size > FILE_BYTES - 2 * PAGE_BYTES,
      `${log.size} bytes`,
    )
    attack.expect(
      'A full disk keeps request limits in memory: each is counted, none is refused for it',
      answers.get(422) === count,
      [...answers],
    )
    const reads = await Promise.all(
      Array.from({ length: 100 }, () => target.get('/api/v1/sites', target.everything)),
    )
    const left = reads.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
    attack.expect(
      'A full disk goes on with reads',
      reads.every(({ status }) => status === 200) && new Set(left).size === reads.length,
      `${reads.filter(({ status }) => status === 200).length} of ${reads.length} answered`,
    )
  })
}

const addressOf = (n: number): string => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
