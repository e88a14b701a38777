import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { build, type BuildResult } from 'esbuild'
import { afterEach, beforeEach, expect, it } from 'vitest'

interface Starting {
  entry: string
  heads: readonly string[]
  options: object
}

// @NOTE the build runs without a compiler, so its sources have no types.
const { joinStart } = (await import(join(import.meta.dirname, 'join-start.js'))) as {
  joinStart: (
    result: BuildResult,
    starting: Starting,
  ) => Promise<{ path: string; contents: string }[]>
}

const SOURCES = {
  // A process cannot wait in its first file for a part that imports that file.
  'main.ts': "import { word } from './word.ts'\nimport('./say.ts').then(({ say }) => say(word))",
  'word.ts': "export const word = 'tea'",
  'services.ts': "import { word } from './word.ts'\nexport const pot = [word, 'pot'].join(' ')",
  'say.ts':
    "import { pot } from './services.ts'\nexport const say = (word: string) => console.log(word, 'in a', pot)",
}
const OPTIONS = { write: false, bundle: true, platform: 'node', format: 'esm' } as const

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'citable-join-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Builds sources into a folder, and returns the names of the files. */
async function buildInto(place: string, sources: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text)
  const options = { ...OPTIONS, absWorkingDir: folder }
  const result = await build({
    ...options,
    entryPoints: { main: 'main.ts', services: 'services.ts' },
    outdir: folder,
    splitting: true,
    metafile: true,
  })
  const heads = ['main.ts', 'services.ts']
  const files = await joinStart(result, { entry: 'main.js', heads, options })
  mkdirSync(join(folder, place), { recursive: true })
  writeFileSync(join(folder, place, 'package.json'), '{ "type": "module" }')
  for (const { path, contents } of files)
    writeFileSync(join(folder, place, basename(path)), contents)
  return files.map(({ path }) => basename(path))
}

const run = (place: string) =>
  spawnSync(process.execPath, [join(folder, place, 'main.js')], { encoding: 'utf8' })

it('two builds share the file that starts a process, and no part of it', async () => {
  const first = await buildInto('first', SOURCES)
  const again = await buildInto('again', SOURCES)
  const second = await buildInto('second', {
    ...SOURCES,
    'word.ts': "export const word = 'coffee'",
  })
  expect(again).toEqual(first)
  expect(first.filter((name) => second.includes(name))).toEqual(['main.js'])
  expect(run('first')).toMatchObject({ stdout: 'tea in a tea pot\n', stderr: '' })
  expect(run('second')).toMatchObject({ stdout: 'coffee in a coffee pot\n', stderr: '' })
})
