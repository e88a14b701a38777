import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'

/** The demo's own folder; what it holds may go. */
export const DEFAULT_DIRECTORY = 'data/demo'

/** The file that says that a folder was made by a demo, and by which process. */
const MARK = 'demo.json'
const Mark = z.object({ pid: z.int() })

/** An empty folder for a run. Throws rather than delete what no demo made, or what a running one uses. */
export function makeWorkspace(directory: string): void {
  if (existsSync(directory)) assertOurs(directory)
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, MARK), `${JSON.stringify({ pid: process.pid })}\n`)
}

function assertOurs(directory: string): void {
  const names = readdirSync(directory)
  const isDefault = resolve(directory) === resolve(DEFAULT_DIRECTORY)
  if (names.length > 0 && !names.includes(MARK) && !isDefault) {
    throw new Error(`${directory} holds something else; name an empty folder`)
  }
  const user = names.includes(MARK) ? readMark(join(directory, MARK))?.pid : undefined
  if (user !== undefined && isRunning(user)) {
    throw new Error(
      `a demo runs on ${directory} already (process ${user}); end it, or name another folder with --directory`,
    )
  }
}

/** Undefined when it was cut off while it was written. */
function readMark(file: string): z.infer<typeof Mark> | undefined {
  try {
    return Mark.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false // no such process, or not one of ours
    throw error
  }
}
