import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const VECTORS = join(import.meta.dirname, 'spec/vectors')
const PYTHON_ROOM = join(import.meta.dirname, '../../interop/ask-ai')
const RUN = join(PYTHON_ROOM, 'run.py')

interface VectorFile {
  readonly set: string
  readonly version: string
  readonly vectors: readonly { readonly id: string }[]
}

const files = readdirSync(VECTORS).map((name) => ({
  name,
  // @NOTE what the next test says of every file.
  document: JSON.parse(readFileSync(join(VECTORS, name), 'utf8')) as VectorFile,
}))

/**
 * The arguments of a program that checks for Python. A machine without Python has its text looked at alone, and the
 * name of the test says so.
 */
const PYTHON = ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']
const isThere = spawnSync('python3', PYTHON).status === 0
const runs = isThere ? [['python3']] : []
const missing = isThere ? [] : [['python3']]

describe('the vectors', () => {
  it.each(files)('of $name are of the set that the file is called by, each once', (file) => {
    const { name, document } = file
    expect(`${document.set}.json`).toBe(name)
    expect(document.version).toBe('1.0')
    expect(new Set(document.vectors.map(({ id }) => id)).size).toBe(document.vectors.length)
  })
})

describe('an implementation of the specification that shares no code with this one', () => {
  it.each(runs)('passes every vector by %s', (python) => {
    const { status, stdout, stderr } = spawnSync(python, [RUN], { encoding: 'utf8' })
    expect(stderr).toBe('')
    const rows = stdout.trim().split('\n').slice(1)
    expect(rows.map((row) => row.trim().split(/\s+/))).toEqual([
      ...files.map(({ document: { set, vectors } }) => [
        set,
        String(vectors.length),
        String(vectors.length),
      ]),
      ['total', expect.any(String), expect.any(String)],
    ])
    expect(status).toBe(0)
  })

  it.each(runs)('says by %s which vector fails, and ends with 1', (python) => {
    const folder = mkdtempSync(join(tmpdir(), 'citable-vectors-'))
    try {
      cpSync(join(VECTORS, 'clean.json'), join(folder, 'clean.json'))
      const wrong = { id: 'X1', raw: ' a ', expect: { clean: ' a ' } }
      const broken = { id: 'X2', raw: 1, expect: { clean: '1' } }
      const document = { set: 'clean', version: '1.0', vectors: [wrong, broken] }
      writeFileSync(join(folder, 'wrong.json'), JSON.stringify(document))
      const { status, stderr } = spawnSync(python, [RUN, folder], { encoding: 'utf8' })
      expect(stderr).toContain("clean X1: 'a' instead of ' a '")
      expect(stderr).toContain('clean X2: threw')
      expect(status).toBe(1)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it.each(missing)('is only looked at where there is no %s of 3.10 or newer', () => {
    expect(readFileSync(RUN, 'utf8')).toContain('Runs every vector file')
  })

  it('imports the standard library alone', () => {
    const own = readdirSync(PYTHON_ROOM, { recursive: true, encoding: 'utf8' })
    const sources = own.filter((name) => name.endsWith('.py'))
    expect(sources.length).toBeGreaterThan(10)
    const taken = sources.flatMap((name) =>
      [
        ...readFileSync(join(PYTHON_ROOM, name), 'utf8').matchAll(/^(?:from|import) ([\w.]+)/gm),
      ].map(([, module = '']) => module),
    )
    const STANDARD =
      /^(?:\.|ask_ai\b|judge$|base64$|bisect$|collections\.abc$|datetime$|dataclasses$|hashlib$|itertools$|json$|pathlib$|re$|sys$|unicodedata$|urllib\.parse$)/
    expect(taken.filter((module) => !STANDARD.test(module))).toEqual([])
  })
})
