import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildBundle } from '../dev/build.js'

const ROOT = join(import.meta.dirname, '../..')
const CACHE = join(ROOT, 'node_modules/.cache')

let folder

/**
 * Vitest calls this once a run, before any test. Threads and processes that tests start run from this bundle: from sources,
 * each would compile TypeScript for as long as most tests last. The example client is compiled with its types.
 */
export async function setup(project) {
  execFileSync(process.execPath, ['--import', 'tsx', 'src/dev/client-types.ts'], { cwd: ROOT })
  mkdirSync(CACHE, { recursive: true })
  folder = mkdtempSync(join(CACHE, 'tested-'))
  const bundle = join(folder, 'dist')
  await buildBundle(bundle)
  project.onTestsRerun(() => buildBundle(bundle))
  // The processes of the tests inherit it; `bundled.ts` reads it.
  process.env.TESTED_BUNDLE = bundle
}

export function teardown() {
  rmSync(folder, { recursive: true, force: true })
}
