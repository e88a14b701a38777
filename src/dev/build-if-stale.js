import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const SOURCES = [
  'src',
  'tools',
  'db',
  'examples',
  'docs/openapi.json',
  'package.json',
  'package-lock.json',
]

/** Finds the newest change below a path, in epoch milliseconds. */
function newestChange(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  const inside = readdirSync(path).map((name) => newestChange(join(path, name)))
  return Math.max(stat.mtimeMs, ...inside)
}

/**
 * Bundles the service when there is no bundle, or one older than the sources. Returns false where no bundle exists
 * after that.
 */
export async function buildIfStale() {
  const bundle = join(root, 'dist/main.js')
  const hasBundle = existsSync(bundle)
  const changedAt = Math.max(...SOURCES.map((name) => newestChange(join(root, name))))
  if (hasBundle && statSync(bundle).mtimeMs >= changedAt) return true
  if (canBuild()) {
    const { buildBundle } = await import('./build.js')
    await buildBundle()
    return true
  }
  process.stderr.write(hasBundle ? OLD : MISSING)
  return hasBundle
}

/** An installation without development dependencies runs what was built elsewhere. */
function canBuild() {
  try {
    createRequire(import.meta.url).resolve('esbuild')
    return true
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return false
    throw error
  }
}

const OLD = 'dist/ is older than the sources, and is used as it is: esbuild is not installed.\n'
const MISSING = `There is no dist/ to run, and esbuild, which makes it, is not installed. Either
  npm ci && npm run build        here; afterwards npm ci --omit=dev keeps only what runs, or
  copy dist/                     from where it was built.
`

if (process.argv[1] === import.meta.filename && !(await buildIfStale())) process.exitCode = 1
