import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { DataFolder } from '../testing/data-folder.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOURCES = ['src', 'tools', 'db', 'examples', 'docs/openapi.json', 'tsconfig.json']
const MANIFEST = ['package.json', 'package-lock.json']

/** A clock that stands at 1970. */
const WRONG_CLOCK = `data:text/javascript,${encodeURIComponent(
  'globalThis.Date = class extends Date { constructor(...given) { super(given[0] ?? 0) } }',
)}`

it('the build makes a whole bundle that is as new as its sources, whatever the clock says', () => {
  using folder = new DataFolder()
  for (const name of [...SOURCES, ...MANIFEST]) {
    cpSync(join(ROOT, name), join(folder.path, name), { recursive: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'))
  const bundle = join(folder.path, 'dist/main.js')
  const node = (...args: string[]) =>
    spawnSync(process.execPath, args, { cwd: folder.path, stdio: 'inherit' }).status
  expect(node('--import', WRONG_CLOCK, 'src/dev/build.js')).toBe(0)
  const { ino } = statSync(bundle)
  expect(node('src/dev/build-if-stale.js')).toBe(0)
  expect(statSync(bundle).ino).toBe(ino)
  const words = readdirSync(join(ROOT, 'src/lib/text/common-words')).filter((name) =>
    name.endsWith('.txt'),
  )
  const dist = join(folder.path, 'dist')
  expect(readdirSync(dist)).toEqual(expect.arrayContaining(words))
  // Each further file that a server reads at once, or next, would cost every start some milliseconds.
  for (const file of ['main.js', 'server.js']) {
    expect([...importedAtOnce(dist, file)]).toEqual([file])
  }
  // @NOTE the build writes this list.
  const files = JSON.parse(readFileSync(join(dist, 'server-files.json'), 'utf8')) as string[]
  const dispatchers = files.filter((file) => file.includes('dispatcher'))
  const ofDispatcher = dispatchers.flatMap((file) => [...importedAtOnce(dist, file)])
  expect(ofDispatcher.toSorted()).toEqual([...dispatchers, 'server.js'].toSorted())
  const imported = files.flatMap((file) => importsOf(dist, file))
  expect(imported.filter((file) => !files.includes(file))).toEqual([])
  // Node reads each file twice where none says that files are modules, and no other folder of a copy does.
  expect(files).toContain('package.json')
})

/** The files of the bundle that a file imports, at once or later. */
function importsOf(folder: string, file: string): string[] {
  const text = readFileSync(join(folder, file), 'utf8')
  const named = text.matchAll(/\b(?:from|import)[ (]*["']\.\/([\w.-]+\.js)["']/g)
  return [...named].map(([, imported = '']) => imported)
}

/** The files of the bundle that are read with a file, itself among them. */
function importedAtOnce(folder: string, file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  const text = readFileSync(join(folder, file), 'utf8')
  for (const [, imported = ''] of text.matchAll(
    /(?:^|[;}])(?:im|ex)port\b[^'"();]*["']\.\/([^"']+)["']/gm,
  )) {
    importedAtOnce(folder, imported, found)
  }
  return found
}
