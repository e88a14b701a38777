import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CHILD = fileURLToPath(new URL('../testing/permit-child.ts', import.meta.url))
const LIMIT = 6_000
const BLOCK = LIMIT / 20
const KILLS = 6

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rate-limit-kill-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

/** Runs a process until it is refused, or kills it in mid-flight once it has printed `lines`. */
async function run(file: string, lines: number): Promise<string[]> {
  const args = ['--import', 'tsx', CHILD, file, String(LIMIT)]
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const output: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    output.push(line)
    if (output.length === lines) child.kill('SIGKILL')
  }
  await exited
  return output
}

it('never exceeds the limit over processes killed with SIGKILL', async () => {
  const file = join(folder, 'permits.db')
  const output: string[] = []
  for (const most of fc.sample(fc.noBias(fc.integer({ min: 1, max: 400 })), KILLS)) {
    const lines = await run(file, most)
    expect(lines.at(-1)).not.toContain('refused')
    output.push(...lines)
  }
  output.push(...(await run(file, Number.POSITIVE_INFINITY)))

  expect(output.at(-1)).toMatch(/^refused \d+$/)
  const admittedAt = output.filter((line) => /^\d+$/.test(line)).map(Number)
  for (const endMs of admittedAt) {
    const inWindow = admittedAt.filter((at) => at > endMs - 60_000 && at <= endMs)
    expect(inWindow.length).toBeLessThanOrEqual(LIMIT)
  }
  // Nor is it stricter than it must be: a kill loses at most the block it interrupts.
  expect(admittedAt.length).toBeGreaterThanOrEqual(LIMIT - KILLS * BLOCK)
})
