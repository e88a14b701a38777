import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { maskToken, mintToken } from '../kernel/credentials/tokens.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli } from '../testing/run-cli.ts'

let data: DataFolder

beforeEach(() => {
  data = DataFolder.migrated()
})

afterEach(() => data[Symbol.dispose]())

const verify = (file: string, input = '', ...args: string[]) =>
  runCli(data.path, ['key', 'verify', file, ...args], input)

it('a leak is told masked, with its place and a 1, without any database', async () => {
  const token = mintToken('key')
  const file = join(data.path, 'notes.md')
  writeFileSync(file, `# Notes\n\ncurl -H 'Authorization: Bearer ${token}'\n`)
  const { code, out, err } = await verify(file)
  expect([code, err]).toEqual([1, ''])
  expect(out).toContain(`${file}:3: ${maskToken(token)} (API key)\n1 credential with`)
  expect(out).not.toContain(token)
  const piped = await verify('-', `a\n${token}`, '--json')
  const found = [{ line: 2, kind: 'API key', masked: maskToken(token) }]
  expect([piped.code, JSON.parse(piped.out)]).toEqual([1, { found, total: 1 }])
})

it('a text without one is a 0, and one that cannot be read says so', async () => {
  const fake = `${mintToken('key').slice(0, -6)}AAAAAA`
  expect(await verify('-', `nothing\n${fake}\n`)).toEqual({
    code: 0,
    out: 'No credential in standard input.\n',
    err: '',
  })
  for (const file of [join(data.path, 'nowhere'), data.path]) {
    const { code, err } = await verify(file)
    expect([code, err]).toEqual([1, expect.stringContaining(`Cannot read ${file}`)])
  }
})
