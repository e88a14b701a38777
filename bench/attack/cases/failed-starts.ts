import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectWriter } from '../../../db/sqlite/connect.ts'
import { freePort } from '../../harness/free-port.ts'
import { REPOSITORY } from '../../product/cli.ts'
import type { Installation } from '../../product/product.ts'
import type { Attack } from '../attack.ts'

/**
 * Starts a server on a file that another one serves, and one on a locked file: each ends, and never says that it is up.
 */
export async function failedStarts(attack: Attack): Promise<void> {
  const target = await attack.target()
  const second = await start(target.installation, 500)
  attack.expect(
    'Of two servers on one database the second refuses to serve and says why',
    second.code === 1 && second.error.includes('is served by another process') && !second.wasUp,
    second,
  )
  const first = await target.get('/api/v1/sites')
  attack.expect('The first goes on', first.status === 200, String(first.status))
  await target.server[Symbol.asyncDispose]()
  const lock = connectWriter(join(target.installation.directory, 'bench.db'))
  lock.exec('BEGIN EXCLUSIVE')
  const locked = await start(target.installation, 1_500)
  lock.close()
  attack.expect(
    'A start on a locked database ends with one line and a 1, and never said that it is up',
    locked.code === 1 && locked.error.trim().split('\n').length === 1 && !locked.wasUp,
    locked,
  )
}

interface ExitedProcess {
  code: unknown
  error: string
  /** True where `/healthz` was ever 200. */
  wasUp: boolean
}

async function start({ env }: Installation, timeoutMs: number): Promise<ExitedProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(REPOSITORY, 'dist/main.js')], {
    cwd: REPOSITORY,
    env: { ...env, PORT: String(port), START_TIMEOUT_MS: String(timeoutMs) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  const [wasUp, error, [code]] = await Promise.all([
    askHealth(port, () => child.exitCode === null),
    text(child.stderr),
    exited,
  ])
  return { code, error, wasUp }
}

async function askHealth(port: number, isRunning: () => boolean): Promise<boolean> {
  while (isRunning()) {
    const isUp = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return true
    await sleep(20)
  }
  return false
}
