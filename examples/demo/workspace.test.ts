import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorkspace } from './workspace.ts'

/** A process id that is larger than any that a system gives out. */
const NO_PROCESS = 99_999_999

describe('makeWorkspace', () => {
  let directory = ''
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'citable-workspace-'))))
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  it('empties the folder of an earlier run', () => {
    writeFileSync(join(directory, 'demo.json'), JSON.stringify({ pid: NO_PROCESS }))
    writeFileSync(join(directory, 'citable.db'), 'old')
    makeWorkspace(directory)
    expect(readdirSync(directory)).toEqual(['demo.json'])
  })

  it('empties a folder whose mark was cut off', () => {
    writeFileSync(join(directory, 'demo.json'), '{"pid"')
    makeWorkspace(directory)
    expect(readdirSync(directory)).toEqual(['demo.json'])
  })

  it('takes an empty folder, and one that is not there', () => {
    makeWorkspace(directory)
    makeWorkspace(join(directory, 'further', 'below'))
    expect(existsSync(join(directory, 'further/below/demo.json'))).toBe(true)
  })

  it('leaves what no demo made', () => {
    writeFileSync(join(directory, 'thesis.txt'), 'work of years')
    expect(() => makeWorkspace(directory)).toThrow('holds something else')
    expect(readdirSync(directory)).toEqual(['thesis.txt'])
  })

  it('leaves what a running demo uses', () => {
    makeWorkspace(directory)
    expect(() => makeWorkspace(directory)).toThrow(
      `a demo runs on ${directory} already (process ${process.pid})`,
    )
  })
})
