import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readEnvFile } from './env-file.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli } from '../testing/run-cli.ts'

let folder: DataFolder
let file: string

beforeEach(() => {
  folder = new DataFolder()
  file = join(folder.path, 'settings')
})

afterEach(() => folder[Symbol.dispose]())

const read = (text: string) => {
  writeFileSync(file, text)
  return readEnvFile(file, { mayBeMissing: false })
}

describe('a file of settings', () => {
  it.each([
    ['A=1', '1'],
    ['\uFEFFexport A = two words # said so', 'two words'],
    ['# A=0\r\n\r\n  A=1\t\r\n', '1'],
    [`A='x # "y"' # z`, 'x # "y"'],
    ['A="x#y"#z', 'x#y'],
    ['A=https://x.example/?a=b', 'https://x.example/?a=b'],
    ['A=1\nA=', ''],
  ])('has A in %j as %j', (text, value) => {
    expect(read(text)).toEqual({ A: value })
  })

  it.each([
    ['A', 1],
    ['A=1\nB 2', 2],
    ['A=se#cret', 1],
    ['A="se\ncret"', 1],
    ["A='se''cret'", 1],
    ['1A=secret', 1],
    ['{"A": "secret"}', 1],
  ])('is refused as %j, without its words', (text, line) => {
    expect(() => read(text)).toThrow(
      `${file}, line ${line}: must be NAME=value on one line, in quotes where the value holds # or quotes`,
    )
  })
})

describe('ENV_FILE', () => {
  const migrate = (environment: Record<string, string>) =>
    runCli(folder.path, ['migrate', '--json'], '', environment)

  it('names a file whose settings count, unless the process has its own', async () => {
    writeFileSync(file, 'PORT=none\nLOG_LEVEL="loud"')
    const { code, err } = await migrate({ ENV_FILE: file, LOG_LEVEL: 'info' })
    expect(code).toBe(1)
    expect(err).toBe('Bad environment: PORT must be a whole number from 0 to 65535\n')
    expect((await migrate({ ENV_FILE: file, LOG_LEVEL: 'info', PORT: '0' })).code).toBe(0)
  })

  it('must name a file that can be read', async () => {
    rmSync(file, { force: true })
    for (const [named, reason] of [
      [file, `ENV_FILE: there is no ${file}\n`],
      [folder.path, expect.stringMatching(/^ENV_FILE: EISDIR: illegal operation on a directory/)],
    ]) {
      const { code, err } = await migrate({ ENV_FILE: String(named) })
      expect({ code, err }).toEqual({ code: 1, err: reason })
      expect(err).not.toMatch(/\n\s+at /)
    }
  })
})
