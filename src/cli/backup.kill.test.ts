import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { childEnvironment } from '../testing/child-environment.ts'
import { makeBatch, postBatch } from '../testing/collect-load.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { CLI, runCli } from '../testing/run-cli.ts'

const KILLS = 12

let data: DataFolder
let other: DataFolder

beforeEach(() => {
  data = new DataFolder()
  other = new DataFolder()
})
afterEach(() => {
  data[Symbol.dispose]()
  other[Symbol.dispose]()
})

/** Makes data with some thousand events. */
async function fill(folder: DataFolder, name: string): Promise<void> {
  const { siteId } = await folder.setUp('self_hosted')
  await using server = await folder.serve()
  for (let i = 0; i < 60; i++) {
    const answer = await postBatch(server.url, siteId, makeBatch(`${name}-${i}`, 50))
    expect(answer?.status).toBe(202)
  }
  await server.stop()
}

/** Runs a command and kills it after `afterMs` milliseconds; false where the command had ended by itself. */
async function killed(folder: DataFolder, args: readonly string[], afterMs: number) {
  const [command = '', ...rest] = [...CLI, ...args]
  const child = spawn(command, rest, {
    env: { ...childEnvironment(), DATABASE_URL: `sqlite:${folder.file}` },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  await Promise.race([delay(afterMs), exited])
  child.kill('SIGKILL')
  const [, signal] = await exited
  return signal === 'SIGKILL'
}

/** Returns the milliseconds after which runs are killed, from 0 to somewhat more than a whole run takes. */
async function killTimes(run: () => Promise<unknown>): Promise<number[]> {
  const startedAt = performance.now()
  await run()
  const tookMs = performance.now() - startedAt
  const shares = fc.sample(fc.noBias(fc.integer({ min: 30, max: 105 })), KILLS)
  return shares.map((share) => (tookMs * share) / 100)
}

describe('kill -9', () => {
  it('in a backup leaves the whole backup or none, and the data as it was', async () => {
    await fill(data, 'kept')
    const paths = data.storedPaths()
    const place = (name: string) => join(data.path, `${name}.citable`)
    const times = await killTimes(() => runCli(data.path, ['backup', place('first')]))
    let cut = 0
    for (const [i, afterMs] of times.entries()) {
      const file = place(`killed-${i}`)
      if (await killed(data, ['backup', file], afterMs)) cut += 1
      // The name is free unless the backup was done.
      if (!existsSync(file)) await runCli(data.path, ['backup', file])
      expect((await runCli(other.path, ['restore', file])).code).toBe(0)
      expect(other.storedPaths()).toEqual(paths)
    }
    expect(cut).toBeGreaterThan(0)
    expect(data.storedPaths()).toEqual(paths)
  })

  it('in a restore leaves the old data or the new, whole, and the next one works', async () => {
    await fill(data, 'new')
    await fill(other, 'old')
    const [fresh, old] = [data.storedPaths(), other.storedPaths()]
    const [file, before] = [join(data.path, 'new.citable'), join(data.path, 'old.citable')]
    expect((await runCli(data.path, ['backup', file])).code).toBe(0)
    expect((await runCli(other.path, ['backup', before])).code).toBe(0)
    const times = await killTimes(() => runCli(other.path, ['restore', file]))
    let cut = 0
    for (const afterMs of times) {
      expect((await runCli(other.path, ['restore', before])).code).toBe(0)
      if (await killed(other, ['restore', file], afterMs)) cut += 1
      const stored = other.storedPaths()
      expect([old, fresh]).toContainEqual(stored)
    }
    expect(cut).toBeGreaterThan(0)
    expect((await runCli(other.path, ['restore', file])).code).toBe(0)
    expect(other.storedPaths()).toEqual(fresh)
    await using server = await other.serve()
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})
