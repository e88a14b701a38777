import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, statSync, symlinkSync } from 'node:fs'
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
  expect(readdirSync(join(folder.path, 'dist'))).toEqual(expect.arrayContaining(words))
})
